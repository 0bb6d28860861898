/** Generated histories of releases against a plain model, with reads through releases. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Refusal } from '@octavo/schema/errors.ts'
import fc from 'fast-check'
import { createDocumentCache } from '../../delivery/document-cache.ts'
import { listContents } from '../../delivery/read-contents.ts'
import { cachedSchemas } from '../../store/cache/schemas.ts'
import type { Store } from '../../store/store.ts'
import { assertSound } from '../../testing/assert-sound.ts'
import { langs, ReleaseModel, type Action, type Lang } from '../../testing/release-model.ts'
import { runs } from '../../testing/runs.ts'
import { onBothDatabases } from '../../testing/stores.ts'
import { writeRoot } from '../../testing/write-root.ts'
import { unboundedParser } from '../../text/text-parser.ts'
import { addToRelease, removeFromRelease } from '../releases/entries.ts'
import { createRelease } from '../releases/manage.ts'
import { publishRelease } from '../releases/publish.ts'
import { undoRelease } from '../releases/undo.ts'
import { changeState } from '../state.ts'
import { createItem, patchItem, type WriteContext } from '../write.ts'
import { createPreviews } from './read.ts'

const luids = ['one', 'two']
const item = fc.nat(3)
const lang = fc.constantFrom(...langs)
const title = fc.constantFrom('alpha', 'beta', 'gamma', '')
const luid = fc.constantFrom(...luids)
const to = fc.option(item)
const action = fc.constantFrom<Action>('publish', 'publish', 'publish', 'unpublish', 'delete')
const command = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('edit' as const), item, lang, title, to }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('publish' as const), item }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), item }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      luid,
      item,
      lang: fc.option(lang),
      action,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), luid, item }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('release' as const),
      luid,
      isOverwriting: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), luid }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('read' as const),
      luids: fc.constantFrom(['one'], ['two'], ['one', 'two'], ['two', 'one']),
    }),
  },
)
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never

onBothDatabases('histories of releases', (fresh) => {
  it('agree with the model, and so do reads through releases', async () => {
    const { store } = await fresh()
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 10, maxLength: 40 }), async (commands) => {
        await store.write((tx) => tx.tables.clear())
        const history = await startHistory(store)
        for (const each of commands) await history.run(each)
        await history.check([])
        for (const some of [['one'], ['two', 'one']]) await history.check(some)
        await assertSound(history.context)
      }),
      runs(24),
    )
  })
})

async function startHistory(store: Store) {
  let time = Date.UTC(2026, 10, 18)
  const now = (): number => time
  const context: WriteContext = {
    store,
    schemas: cachedSchemas(),
    texts: unboundedParser,
    now,
    databaseNow: now,
  }
  await store.write((tx) => tx.roots.insert(writeRoot))
  const model = new ReleaseModel()
  const previews = createPreviews(context)
  const delivery = { documents: createDocumentCache(), assetsUrl: '' }
  const ids: number[] = []
  const writing = {
    rootId: 1,
    spaceId: 1,
    actor: 'test',
    stage: 'draft',
    textFormat: 'portable_html',
    allowsMultiselect: true,
    reachableSpaceIds: null,
  } as const
  const requestOf = (name: string) => ({
    rootId: 1,
    luid: name,
    actor: 'test',
    canPublish: true,
    spaceIds: null,
  })
  for (const one of ['alpha', 'beta', 'gamma', 'alpha']) {
    time += 1000
    const body = { fields: { title: one } }
    ids.push(await createItem(context, { ...writing, model: 'article', body }))
    model.create(one)
  }
  for (const name of luids) {
    await createRelease(context, requestOf(name), { luid: name })
    model.releases.set(name, { entries: [], publishedAt: null })
  }
  const languageId = (key: Lang | null): number | null => (key ? langs.indexOf(key) + 1 : null)
  const idOf = (index: number): number => ids[index] ?? 0

  async function apply(each: Exclude<Command, { do: 'read' }>): Promise<void> {
    switch (each.do) {
      case 'edit': {
        const links = each.to === null ? [] : [{ label: 'a', to: idOf(each.to) }]
        const body = { [`fields[${each.lang}]`]: { title: each.title, links } }
        await patchItem(context, { ...writing, id: idOf(each.item), body })
        return
      }
      case 'publish':
      case 'delete': {
        const change = { rootId: 1, actor: 'test', ids: [idOf(each.item)], action: each.do }
        if (each.do === 'delete' && model.items[each.item]?.isDeleted) refuse()
        await changeState(context, { ...change, languageId: null })
        return
      }
      case 'add': {
        const { action: what } = each
        const whole = { ids: [idOf(each.item)], languageId: languageId(each.lang) }
        await addToRelease(context, { ...requestOf(each.luid), ...whole, action: what })
        return
      }
      case 'remove': {
        const which = { ids: [idOf(each.item)], languageId: null }
        await removeFromRelease(context, { ...requestOf(each.luid), ...which })
        return
      }
      case 'release': {
        const { isOverwriting } = each
        await publishRelease(context, { ...requestOf(each.luid), isOverwriting })
        return
      }
      case 'undo':
        await undoRelease(context, requestOf(each.luid))
    }
  }

  function expected(each: Exclude<Command, { do: 'read' }>): boolean {
    switch (each.do) {
      case 'edit':
        return model.edit(each.item, each.lang, { title: each.title, to: each.to })
      case 'publish':
        return model.publish(each.item, time)
      case 'delete':
        return model.delete(each.item)
      case 'add':
        return model.add(each.luid, each.item, each.lang, each.action)
      case 'remove':
        return model.remove(each.luid, each.item)
      case 'release':
        return model.publishRelease(each.luid, each.isOverwriting, time)
      case 'undo':
        return model.undo(each.luid)
    }
  }

  async function read(
    query: [string, string][],
    view: 'draft' | 'published',
    names: readonly string[],
  ) {
    const key = { reads: view, spaceIds: null }
    const rows: [string, string][] = [['select', '_id,title'], ['order', '_id'], ...query]
    const wanted = { rootId: 1, releases: names }
    const { body } = await previews.read(wanted, ({ reading, schema, preview }) =>
      listContents(delivery, { key, schema, reading, query: rows, ...(preview && { preview }) }),
    )
    const { total, data } = JSON.parse(String(body)) as {
      total: number
      data: { _id: number; title: string | null }[]
    }
    return { total, data: data.map(({ _id: id, title: shown }) => [id, shown ?? '']) }
  }

  async function check(names: readonly string[]): Promise<void> {
    for (const key of langs) {
      for (const view of names.length > 0
        ? (['draft'] as const)
        : (['draft', 'published'] as const)) {
        const shown = model.shown(key, view, names)
        const listed = (test: (index: number) => boolean) => {
          const data = shown.flatMap((text, index) =>
            text && test(index) ? [[idOf(index), text.title]] : [],
          )
          return { total: data.length, data }
        }
        const base: [string, string] = ['lang', key]
        const place = `${names.join()} ${key} ${view}`
        assert.deepEqual(
          await read([base], view, names),
          listed(() => true),
          place,
        )
        const is = (index: number, wanted: string): boolean => shown[index]?.title === wanted
        const equal = await read([base, ['title[eq]', 'alpha']], view, names)
        assert.deepEqual(
          equal,
          listed((index) => is(index, 'alpha')),
          `eq ${place}`,
        )
        const found = await read([base, ['contains', 'bet']], view, names)
        assert.deepEqual(
          found,
          listed((index) => is(index, 'beta')),
          `contains ${place}`,
        )
        const where = JSON.stringify({ links: { $some: { 'to.title': { eq: 'alpha' } } } })
        const through = listed((index) => {
          const target = shown[index]?.to ?? null
          return target !== null && is(target, 'alpha')
        })
        assert.deepEqual(await read([base, ['where', where]], view, names), through, `to ${place}`)
      }
    }
  }

  return {
    context,
    check,
    async run(each: Command): Promise<void> {
      time += 1000
      if (each.do === 'read') return check(each.luids)
      const outcome = await apply(each).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Refusal) return false
          throw error
        },
      )
      assert.equal(outcome, expected(each), JSON.stringify(each))
    },
  }
}

function refuse(): never {
  throw new Refusal('badRequest', 'deleted')
}
