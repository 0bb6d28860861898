/** Compares windows of a few lists, read between writes with one cache, with the plain model. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { saveItems } from '../content/save.ts'
import { createSnapshots, type Snapshots } from '../store/cache/snapshots.ts'
import type { Item } from '../store/records.ts'
import { createReadCache, type ReadCache } from '../store/sql/read/read-cache.ts'
import { sqlStore } from '../store/sql/store.ts'
import type { Store } from '../store/store.ts'
import { insertMedia } from '../testing/filled-world.ts'
import { openDatabase } from '../testing/open-database.ts'
import { modelList, type ModelKey, type ModelWorld, type Params } from '../testing/read-model.ts'
import { readCaseArbitrary } from '../testing/read-queries.ts'
import { readWorldArbitrary } from '../testing/read-world.ts'
import { firstSeed, runs } from '../testing/runs.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { createDocumentCache } from './document-cache.ts'
import { listContents } from './read-contents.ts'

const lists = 8
const steps = 160

interface Step {
  /** A write in one of ten steps. */
  readonly write: number
  readonly list: number
  readonly ofKey: number
  readonly limit: number
  readonly offset: number
  readonly items: readonly [number, number]
  readonly end: 'archived' | 'deleted' | 'swapped' | 'stripped'
}

const stepArbitrary: fc.Arbitrary<Step> = fc.record({
  write: fc.nat(9),
  list: fc.nat(lists - 1),
  ofKey: fc.nat(lists - 1),
  limit: fc.integer({ min: 1, max: 8 }),
  offset: fc.nat(12),
  items: fc.tuple(fc.nat(100), fc.nat(100)),
  end: fc.constantFrom('archived', 'deleted', 'swapped', 'stripped'),
})

interface List {
  readonly key: ModelKey
  readonly params: Params
}

onBothDatabases('windows', (fresh) => {
  it('match the plain model at that moment', async (t) => {
    const first = firstSeed()
    for (let seed = first; seed < first + runs(6).numRuns; seed++) {
      const [given] = fc.sample(readWorldArbitrary, { numRuns: 1, seed })
      if (!given) continue
      const { store, address } = await fresh()
      await save(store, given, given.items, true)
      const reading = sqlStore(openDatabase(address), cacheOf(seed))
      t.after(() => reading.close())
      const snapshots = createSnapshots(reading)
      const documents = createDocumentCache(200_000)
      const pool = listsOf(given, seed)
      let world = given
      for (const step of fc.sample(stepArbitrary, { numRuns: steps, seed })) {
        const list = pool[step.list]
        const key = pool[step.write < 5 ? step.ofKey : step.list]?.key
        if (step.write === 0) {
          const changed = changedItems(world.items, step)
          await save(store, world, changed, false)
          const byId = new Map(changed.map((item) => [item.id, item]))
          world = { ...world, items: world.items.map((item) => byId.get(item.id) ?? item) }
        } else if (list && key) {
          const params = windowOf(list.params, step)
          const expected = modelList(world, key, params)
          if (typeof expected === 'string') continue
          const actual = await read(snapshots, documents, world, { key, params })
          const requested = `OCTAVO_TEST_SEED=${seed} ${JSON.stringify({ key, params })}`
          assert.deepEqual(actual, structuredClone(expected), requested)
        }
      }
    }
  })
})

/**
 * Lists are cached completely up to two items, five or any number. Estimates may be wrong, so that more items
 * are found than estimated.
 */
function cacheOf(seed: number): ReadCache {
  const cache = { ...createReadCache(), maxListed: [2, 5, 20_000][seed % 3] ?? 0 }
  const wrong = [0, 1, 3, 1_000]
  let turn = seed
  const estimates = { get: () => wrong[turn++ % wrong.length], set: () => {} }
  return seed % 2 ? cache : { ...cache, estimates }
}

/** Lists with results, which are requested repeatedly. */
function listsOf(world: ModelWorld, seed: number): List[] {
  const cases = fc.sample(readCaseArbitrary(world), { numRuns: 200, seed })
  const readable = cases.filter(({ id, key, params }) => {
    const expected = id === undefined ? modelList(world, key, params) : 'not found'
    return typeof expected !== 'string' && expected.data.length > 2
  })
  const isFiltered = ({ params }: List): boolean =>
    params.some(([name]) => /\[(?!format)/.test(name))
  return [...readable.filter(isFiltered), ...readable].slice(0, lists)
}

function windowOf(params: Params, { limit, offset }: Step): Params {
  const others = params.filter(([name]) => name !== 'limit' && name !== 'offset')
  return [...others, ['limit', String(limit)], ['offset', String(offset)]]
}

/** Hides or shows one item, removes languages from it, or swaps the content of two. */
function changedItems(items: readonly Item[], { items: picks, end }: Step): Item[] {
  const [one, other] = picks.map((pick) => items[pick % items.length])
  if (!one || !other) return []
  if (end === 'archived') return [{ ...one, archivedAt: one.archivedAt === null ? 1 : null }]
  if (end === 'deleted') return [{ ...one, deletedAt: one.deletedAt === null ? 1 : null }]
  if (end === 'swapped' && one.modelId === other.modelId && one !== other) {
    return [
      { ...one, languages: other.languages },
      { ...other, languages: one.languages },
    ]
  }
  return [{ ...one, languages: new Map([...one.languages].slice(0, 1)) }]
}

async function save(
  store: Store,
  { schema, media }: ModelWorld,
  items: readonly Item[],
  isNew: boolean,
): Promise<void> {
  await store.write(async (tx) => {
    if (isNew) {
      await tx.roots.insert(schema.root)
      await insertMedia(tx, media)
    }
    await saveItems(tx, schema, items, {
      actor: 'test',
      action: 'update',
      at: 0,
      isNew,
      before: [],
    })
  })
}

async function read(
  snapshots: Snapshots,
  documents: ReturnType<typeof createDocumentCache>,
  { schema, assetsUrl }: ModelWorld,
  { key, params }: List,
): Promise<unknown> {
  const reply = await snapshots.read((reading) =>
    listContents({ documents, assetsUrl }, { key, schema, reading, query: params }),
  )
  return JSON.parse((await reply.body()).toString())
}
