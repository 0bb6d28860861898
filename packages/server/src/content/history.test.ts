/** Generated histories of writes leave the same entries in the store as in a plain model. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Refusal } from '@octavo/schema/errors.ts'
import { indexSchema } from '@octavo/schema/schema.ts'
import fc from 'fast-check'
import { contentOf } from '../delivery/stored-document.ts'
import { assertSound } from '../testing/assert-sound.ts'
import { expectedEvents } from '../testing/event-model.ts'
import * as model from '../testing/history-model.ts'
import { Refused, type ModelItem, type ModelSchema, type Values } from '../testing/history-model.ts'
import { historyRoot, indexKeysOf, storedOf } from '../testing/history-schema.ts'
import { runs } from '../testing/runs.ts'
import { onBothDatabases } from '../testing/stores.ts'
import type { DerivedEntry } from '../store/records.ts'
import { unboundedParser } from '../text/text-parser.ts'
import type { Store } from '../store/store.ts'
import { rederiveItems } from './rederive.ts'
import { cachedSchemas } from '../store/cache/schemas.ts'
import { changeState, deleteItem, duplicateItem, type StateAction } from './state.ts'
import { addDraftToItem, createItem, patchItem, replaceItem, type WriteContext } from './write.ts'

const text = fc.constantFrom('Sea', 'hills', '海', 'ＡＢＣ', 'it\'s "q"')
const optional = { requiredKeys: [] as never[] }
/** Mostly valid for publication, so that histories go deep, with an occasional invalid value. */
const titleText = fc.oneof(
  { weight: 12, arbitrary: text },
  { weight: 1, arbitrary: fc.constantFrom(null, 'a much too long title, this one') },
)
const articleValues = (isMain: boolean): fc.Arbitrary<Values> =>
  fc.record(
    {
      title: titleText,
      body: fc.option(text),
      flag: fc.boolean(),
      kind: fc.constantFrom('news', 'essay', null),
      author: fc.option(fc.nat(5)),
      seo: fc.record(
        { meta: fc.option(text), ...(isMain && { robots: fc.option(text) }) },
        optional,
      ),
      links: fc.array(fc.record({ label: text, to: fc.nat(5) }, optional), { maxLength: 2 }),
      ...(isMain && { slug: fc.option(fc.constantFrom('a', 'b', 'c'), { freq: 2 }) }),
    },
    { requiredKeys: ['title'] },
  )

const english = articleValues(true)
const japanese = articleValues(false)
const someLanguages: fc.Arbitrary<Partial<Record<'en' | 'ja' | 'fr', Values>>> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ en: english, ja: japanese }, { requiredKeys: ['en'] }) },
  {
    weight: 2,
    arbitrary: fc.record({ en: english, ja: japanese, fr: articleValues(false) }, optional),
  },
)
const pick = fc.nat(40)
const anyLanguage = fc.constantFrom(null, null, 'en', 'ja', 'fr')
const command = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      values: someLanguages,
      publishes: fc.boolean(),
      space: fc.nat(1),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('put' as const, 'patch' as const),
      pick,
      values: someLanguages,
      publishes: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('add draft' as const), pick, values: someLanguages }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('state' as const),
      pick,
      language: anyLanguage,
      action: fc.constantFrom<StateAction[]>(
        'publish',
        'publish',
        'unpublish',
        'discard draft',
        'remove language',
        'add draft',
        'archive',
        'restore',
        'restore',
        'delete',
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('duplicate' as const, 'api delete' as const),
      pick,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('schema' as const),
      titleField: fc.constantFrom('title' as const, 'body' as const),
      isRenamed: fc.boolean(),
      isBodyTranslatable: fc.boolean(),
    }),
  },
)
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never

onBothDatabases('histories', (fresh) => {
  it('leave the entries that a plain model computes', async () => {
    const { store } = await fresh()
    await fc.assert(
      fc.asyncProperty(
        fc.array(command, { minLength: 40, maxLength: 120, size: 'max' }),
        async (commands) => {
          await store.write((tx) => tx.tables.clear())
          const history = await startHistory(store)
          for (const each of commands) await history.run(each)
          await history.check()
        },
      ),
      runs(30),
    )
  })
})

async function startHistory(store: Store) {
  let clock = Date.UTC(2026, 0, 1)
  const texts = unboundedParser
  const context: WriteContext = { store, schemas: cachedSchemas(), texts, now: () => clock }
  const items = new Map<number, ModelItem>()
  let schema: ModelSchema = { titleField: 'title', isBodyTranslatable: true }
  let suffix = ''
  let version = 1
  await store.write((tx) => tx.roots.insert(historyRoot(version, schema, suffix)))

  const itemAt = (index: number): ModelItem | undefined =>
    [...items.values()][index % Math.max(items.size, 1)]
  const spaceIds: Record<string, number> = { _parent: 11, tokyo: 12 }
  const languageIds: Record<string, number> = { en: 1, ja: 2, fr: 3 }

  /** The values under the current field names. */
  function sent(values: Values): Values {
    const renamed = Object.entries(values).map(([name, value]) => [`${name}${suffix}`, value])
    return Object.fromEntries(renamed) as Values
  }
  function resolved(values: Values): Values {
    const target = (index: unknown) =>
      typeof index === 'number' ? (itemAt(index)?.id ?? null) : index
    const result = structuredClone(values)
    if ('author' in result) result['author'] = target(result['author'])
    for (const link of (result['links'] as Values[] | undefined) ?? []) {
      if ('to' in link) link['to'] = target(link['to'])
      if (link['to'] === null) delete link['to']
    }
    return result
  }
  const bodyOf = (input: Record<string, Values>): Values =>
    Object.fromEntries(
      Object.entries(input).map(([key, values]) => [`fields[${key}]`, sent(values)]),
    )
  const isShown = (item: ModelItem): boolean => !item.isArchived && !item.isTrashed

  /** Whether the rules reject the values of this request. */
  function isRefusedInput(input: Record<string, Values>, need: 'main' | 'any' | 'none'): boolean {
    if (need === 'main' && !('en' in input)) return true
    if (need === 'any' && Object.keys(input).length === 0) return true
    const isOther = (key: string): boolean => key !== 'en'
    const sharedBody = Object.keys(input).some(
      (key) => isOther(key) && 'body' in (input[key] ?? {}),
    )
    if (!schema.isBodyTranslatable && sharedBody) return true
    const targets = Object.values(input).flatMap((values) => [
      values['author'],
      ...((values['links'] as Values[] | undefined) ?? []).map((link) => link['to']),
    ])
    return targets.some((id) => typeof id === 'number' && items.get(id)?.isTrashed)
  }
  function isUnpublishable(before: ModelItem | undefined, after: ModelItem): boolean {
    for (const [key, state] of Object.entries(after.languages)) {
      if (!state.published || state.published === before?.languages[key]?.published) continue
      const title = state.published.values['title']
      if (typeof title !== 'string' || title.length > 20) return true
    }
    return isShown(after) && isSlugTaken(after)
  }
  function isSlugTaken(after: ModelItem): boolean {
    const slug = after.languages['en']?.published?.values['slug']
    if (slug === undefined) return false
    return [...items.values()].some(
      (other) =>
        other.id !== after.id &&
        isShown(other) &&
        other.space === after.space &&
        other.languages['en']?.published?.values['slug'] === slug,
    )
  }

  /** The change log has the events of the change, also those of languages that share its values. */
  async function checkEvents(before: ModelItem | undefined, after: ModelItem): Promise<void> {
    const change = await store.read(async (tx) => {
      const [last] = await tx.changes.after((await tx.changes.latest()) - 1, 1)
      return last
    })
    const keys = new Map(Object.entries(languageIds).map(([key, id]) => [id, key]))
    const events = change?.events.map(({ type, languageId, isDraft }) => {
      return { type, language: keys.get(languageId) ?? '', isDraft }
    })
    const logged = events?.toSorted((a, b) => (a.language < b.language ? -1 : 1))
    assert.deepEqual(logged, expectedEvents(before, after, schema))
    assert.equal(change?.spaceId, spaceIds[after.space])
  }

  async function expectSame(work: Promise<unknown>, apply: () => ModelItem): Promise<void> {
    let after: ModelItem | undefined
    try {
      after = apply()
    } catch (error) {
      if (!(error instanceof Refused)) throw error
    }
    if (after) {
      await work
      await checkEvents(items.get(after.id), after)
      items.set(after.id, after)
    } else await assert.rejects(work, Refusal)
  }

  async function run(each: Command): Promise<void> {
    clock += 1000
    if (each.do === 'schema') {
      schema = { titleField: each.titleField, isBodyTranslatable: each.isBodyTranslatable }
      suffix = each.isRenamed ? '_new' : ''
      version++
      const root = historyRoot(version, schema, suffix)
      return store.write(async (tx) => {
        await tx.roots.lock(1, 'exclusive')
        await tx.roots.save(root)
        await rederiveItems(tx, indexSchema(root))
      })
    }
    const source = {
      rootId: 1,
      actor: 'test',
      textFormat: 'portable_html',
      allowsMultiselect: true,
    } as const
    if (each.do === 'create') {
      const input = mapValues(each.values, resolved)
      const space = each.space === 0 ? '_parent' : 'tokyo'
      const stage = each.publishes ? 'published' : 'draft'
      const work = createItem(context, {
        ...source,
        spaceId: spaceIds[space] ?? 0,
        model: `article${suffix}`,
        stage,
        body: bodyOf(input),
      })
      const id = await work.catch((error: unknown) => {
        if (error instanceof Refusal) return 0
        throw error
      })
      return expectSame(work, () => {
        const item: ModelItem = {
          id,
          model: 'article',
          space,
          created: clock,
          isArchived: false,
          isTrashed: false,
          languages: {},
        }
        if (isRefusedInput(input, 'main')) throw new Refused()
        model.write(item, 'put', each.publishes, input, clock)
        if (isUnpublishable(undefined, item)) throw new Refused()
        return item
      })
    }
    const item = itemAt(each.pick)
    if (!item) return
    const place = { ...source, id: item.id, spaceId: spaceIds[item.space] ?? 0 }
    const changed = (apply: (after: ModelItem) => void) => (): ModelItem => {
      const after = shallowCopy(item)
      apply(after)
      if (isUnpublishable(item, after)) throw new Refused()
      return after
    }
    if (each.do === 'state') {
      const { action } = each
      const languageId = each.language === null ? null : (languageIds[each.language] ?? 0)
      const work = changeState(context, {
        rootId: 1,
        actor: 'test',
        ids: [item.id],
        action,
        languageId,
      })
      return expectSame(
        work,
        changed((after) => applyState(after, action, each.language, clock)),
      )
    }
    if (each.do === 'put' || each.do === 'patch') {
      const input = mapValues(each.values, resolved)
      const use = each.do === 'put' ? replaceItem : patchItem
      const stage = each.publishes ? 'published' : 'draft'
      const work = use(context, { ...place, model: `article${suffix}`, stage, body: bodyOf(input) })
      const kind = each.do
      return expectSame(
        work,
        changed((after) => {
          if (!isShown(item) || isRefusedInput(input, kind === 'put' ? 'main' : 'any'))
            throw new Refused()
          model.write(after, kind, each.publishes, input, clock)
        }),
      )
    }
    if (each.do === 'add draft') {
      const input = mapValues(each.values, resolved)
      return expectSame(
        addDraftToItem(context, { ...place, body: bodyOf(input) }),
        changed((after) => {
          if (!isShown(item) || isRefusedInput(input, 'none')) throw new Refused()
          model.addDraft(after, input, clock)
        }),
      )
    }
    if (each.do === 'duplicate') {
      const id = isShown(item) ? await duplicateItem(context, place) : 0
      if (id !== 0) items.set(id, model.copy(item, id, clock))
      return
    }
    if (each.do === 'api delete') {
      return expectSame(
        deleteItem(context, place),
        changed((after) => {
          if (!isShown(item)) throw new Refused()
          after.isTrashed = true
        }),
      )
    }
  }

  async function check(): Promise<void> {
    const ids = [...items.keys()]
    const expected = model.entriesOf(items.values(), schema).map((entry) => ({
      ...entry,
      values: storedOf(entry.values),
      keys: indexKeysOf('article', entry.values),
    }))
    const derived = await store.read((tx) => tx.derived.load(ids))
    const actual = [...derived].flatMap(([item, { entries }]) =>
      entries.map((entry) => plain(item, entry)),
    )
    assert.deepEqual(sorted(actual), sorted(expected))
    const root = await store.read((tx) => tx.roots.load(1))
    const again = await store.write((tx) => rederiveItems(tx, indexSchema(root)))
    assert.equal(again.changed, 0, 'deriving again changes nothing')
    await assertSound(context)
  }

  function plain(item: number, entry: DerivedEntry) {
    const body = contentOf(Buffer.from(entry.document.body))
    const keys = Object.entries(languageIds)
    const language = keys.find(([, id]) => id === entry.languageId)?.[0] ?? ''
    const { status, title, updatedAt, publishedAt, lastPublishedAt } = body
    const columns = {
      status: entry.status,
      updatedAt: entry.updatedAt,
      publishedAt: entry.publishedAt,
      lastPublishedAt: entry.lastPublishedAt,
    }
    assert.deepEqual(columns, { status, updatedAt, publishedAt, lastPublishedAt })
    return {
      item,
      language,
      view: entry.view,
      ...columns,
      title,
      values: body.values,
      visibleIn: keys
        .filter(([, id]) => entry.languageMask & (1 << (id - 1)))
        .map(([key]) => key)
        .toSorted(),
      keys: entry.document.indexKeys
        .map((row) => `${row.fieldId} ${row.key}${row.rest}`)
        .toSorted(),
    }
  }

  return { run, check }
}

function applyState(
  item: ModelItem,
  action: StateAction,
  language: string | null,
  now: number,
): void {
  if (action === 'restore') {
    if (item.isTrashed) item.isTrashed = false
    else if (item.isArchived) item.isArchived = false
    else throw new Refused()
    return
  }
  if (item.isTrashed || (item.isArchived && action !== 'delete')) throw new Refused()
  if (action === 'delete') item.isTrashed = true
  else if (action === 'archive') item.isArchived = true
  else if (action === 'publish') model.publish(item, language, now)
  else if (action === 'unpublish') model.unpublish(item, language)
  else if (action === 'discard draft') model.discardDraft(item, language)
  else if (action === 'remove language') model.removeLanguage(item, language)
  else model.addDraft(item, {}, now)
}

/** Copies what commands change in place. Keeps the data objects, so that new ones can be recognised. */
function shallowCopy(item: ModelItem): ModelItem {
  const languages = Object.entries(item.languages).map(([key, state]) => [key, { ...state }])
  return { ...item, languages: Object.fromEntries(languages) as ModelItem['languages'] }
}

function mapValues<A, B>(
  record: Record<string, A | undefined>,
  change: (value: A) => B,
): Record<string, B> {
  const entries = Object.entries(record).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, change(value)]],
  )
  return Object.fromEntries(entries) as Record<string, B>
}

function sorted<T extends { item: number; language: string; view: string }>(list: T[]): T[] {
  const key = (entry: T): string =>
    `${String(entry.item).padStart(9)} ${entry.language} ${entry.view}`
  return list.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
}
