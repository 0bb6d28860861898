/** Recorded events show what published readers saw before and after a change, and nothing else. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Refusal } from '@octavo/schema/errors.ts'
import { eventTypes } from '@octavo/schema/events.ts'
import { indexSchema } from '@octavo/schema/schema.ts'
import fc from 'fast-check'
import { changeState, stateActions } from '../content/state.ts'
import { createItem, patchItem, replaceItem, type WriteContext } from '../content/write.ts'
import { createDocumentCache } from '../delivery/document-cache.ts'
import { getContent } from '../delivery/read-contents.ts'
import { cachedSchemas } from '../store/cache/schemas.ts'
import type { Store } from '../store/store.ts'
import type { RecordedEvent } from '../store/webhooks.ts'
import { runs } from '../testing/runs.ts'
import { sampleMedia } from '../testing/sample-media.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { unassignedEvents } from '../testing/unassigned-events.ts'
import { writeRoot } from '../testing/write-root.ts'
import { unboundedParser } from '../text/text-parser.ts'
import { createWebhook } from '../webhooks/manage.ts'
import { withAssetsUrl } from './recorded-urls.ts'

const assetsUrl = 'https://assets.example.com/"q'
const schema = indexSchema(writeRoot)
const languages = ['en', 'ja']

const stage = fc.constantFrom('draft' as const, 'published' as const)
const fields = fc.record(
  { lead: fc.nat(999).map((n) => `"${n}" 海`), to: fc.nat(5), cover: fc.boolean() },
  { requiredKeys: ['lead'] },
)
const values = fc.record({ en: fields, ja: fields }, { requiredKeys: ['en'] })
const command = fc.oneof(
  fc.record({ do: fc.constant('create' as const), stage, values }),
  fc.record({
    do: fc.constantFrom('patch' as const, 'replace' as const),
    pick: fc.nat(5),
    stage,
    values,
  }),
  fc.record({
    do: fc.constant('state' as const),
    pick: fc.nat(5),
    action: fc.constantFrom(...stateActions),
    language: fc.constantFrom(null, 1, 2),
  }),
)
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never
type Values = typeof values extends fc.Arbitrary<infer V> ? V : never

onBothDatabases('recorded events', (fresh) => {
  it('are those that readers see, in generated histories', async () => {
    const { store } = await fresh()
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 15, maxLength: 40 }), async (commands) => {
        await store.write((tx) => tx.tables.clear())
        const history = await startHistory(store)
        for (const each of commands) await history.run(each)
      }),
      runs(12),
    )
  })

  it('of concurrent changes of one item follow each other', async () => {
    const { store } = await fresh()
    const history = await startHistory(store)
    const events = await history.changeAtOnce(24)
    assert.equal(events.length, 24)
    for (const [index, { previous }] of events.entries()) {
      if (index > 0) assert.deepEqual(previous, events[index - 1]?.item)
    }
  })
})

async function startHistory(store: Store) {
  const context: WriteContext = {
    store,
    schemas: cachedSchemas(),
    texts: unboundedParser,
    now: () => Date.now(),
  }
  await store.write(async (tx) => {
    await tx.roots.insert(writeRoot)
    await tx.media.insert(sampleMedia({ id: 4, filename: '海.png' }))
  })
  const hook = async (includesDrafts: boolean): Promise<number> => {
    const events = eventTypes.filter((type) => includesDrafts || !/created|updated/.test(type))
    const settings = { name: 'a', target: 'https://example.com', events, includesDrafts }
    return (await createWebhook(context, { rootId: 1, actor: 'test' }, settings)).id
  }
  const publicHook = await hook(false)
  const draftHook = await hook(true)
  const ids: number[] = []
  /** What a published reader could read at some time: `lang id`. */
  const everSeen = new Set<string>()
  let lastEvent = await store.read(async (tx) => (await tx.webhooks.unassigned(1))[0]?.id ?? 0)

  async function seen(): Promise<Map<string, unknown>> {
    const shown = new Map<string, unknown>()
    for (const id of ids) {
      for (const lang of languages) {
        const item = await readAs(store, lang, id)
        if (item === undefined) continue
        shown.set(`${lang} ${id}`, item)
        everSeen.add(`${lang} ${id}`)
      }
    }
    return shown
  }

  const bodyOf = (given: Values): object =>
    Object.fromEntries(
      Object.entries(given).map(([lang, { lead, to, cover }]) => {
        const target = to === undefined ? undefined : ids[to]
        const links = target === undefined ? [] : [{ label: 'a', to: target }]
        return [`fields[${lang}]`, { title: 'T', lead, links, cover: cover ? 4 : null }]
      }),
    )

  async function apply(each: Command): Promise<void> {
    const source = {
      rootId: 1,
      spaceId: 1,
      actor: 'test',
      model: 'article',
      textFormat: 'portable_html',
      allowsMultiselect: true,
    } as const
    if (each.do === 'create') {
      ids.push(
        await createItem(context, { ...source, stage: each.stage, body: bodyOf(each.values) }),
      )
      return
    }
    const id = ids[each.pick % Math.max(1, ids.length)]
    if (id === undefined) return
    if (each.do === 'state') {
      const { action, language: languageId } = each
      return changeState(context, { rootId: 1, actor: 'test', ids: [id], action, languageId })
    }
    const change = each.do === 'patch' ? patchItem : replaceItem
    await change(context, { ...source, id, stage: each.stage, body: bodyOf(each.values) })
  }

  return {
    /** Events of published changes of one item that are sent together. */
    async changeAtOnce(count: number) {
      await apply({ do: 'create', stage: 'published', values: { en: { lead: '"0"' } } })
      const before = await unassignedEvents(store)
      const changes = Array.from({ length: count }, (_, index): Command => ({
        do: 'patch',
        pick: 0,
        stage: 'published',
        values: { en: { lead: `"${index + 1}"` } },
      }))
      await Promise.all(changes.map(apply))
      const events = await unassignedEvents(store)
      return events.slice(before.length).map(dataOf)
    },
    async run(each: Command): Promise<void> {
      const before = await seen()
      try {
        await apply(each)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
      }
      const after = await seen()
      const events = await unassignedEvents(store, lastEvent)
      lastEvent = events.at(-1)?.id ?? lastEvent
      const reported = new Set<string>()
      for (const event of events) {
        const { id, lang, item, previous } = dataOf(event)
        const name = `${lang} ${id}`
        assert.deepEqual(item, after.get(name) ?? null)
        assert.deepEqual(previous, before.get(name) ?? null)
        assert.ok(event.webhookIds.includes(draftHook))
        assert.ok(!reported.has(name), 'one event for each language')
        reported.add(name)
        if (!event.webhookIds.includes(publicHook)) continue
        assert.ok(everSeen.has(name), `${event.type} mentions ${name}, which nobody could read`)
        assert.doesNotMatch(event.data, /"[eam][35]\b/, 'no tags of drafts')
      }
      // Changes of other items, whose references became visible or hidden, are no events.
      const changed = events.map((event) => dataOf(event).id)
      for (const id of new Set(changed)) {
        for (const lang of languages) {
          const name = `${lang} ${id}`
          if (JSON.stringify(before.get(name)) === JSON.stringify(after.get(name))) continue
          assert.ok(reported.has(name), `${name} changed for readers without an event`)
        }
      }
      if (events.length === 0) assert.deepEqual(after, before)
    },
  }
}

function dataOf({ data }: RecordedEvent) {
  return JSON.parse(withAssetsUrl(data, assetsUrl)) as {
    id: number
    lang: string
    item: unknown
    previous: unknown
  }
}

/** Undefined if a published key cannot read it. */
async function readAs(store: Store, lang: string, id: number): Promise<unknown> {
  const delivery = { documents: createDocumentCache(), assetsUrl }
  try {
    const { body } = await store.read((tx) =>
      getContent(
        delivery,
        {
          key: { reads: 'published', spaceIds: null },
          schema,
          reading: tx.reading,
          query: [
            ['lang', lang],
            ['depth', '0'],
          ],
        },
        String(id),
      ),
    )
    return JSON.parse(String(await body())) as unknown
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
