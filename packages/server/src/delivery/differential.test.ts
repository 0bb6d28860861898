/** Compares the read API with a plain model of it, on generated worlds and requests. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Refusal } from '@octavo/schema/errors.ts'
import fc from 'fast-check'
import { deriveItem } from '../content/derive.ts'
import { saveItems } from '../content/save.ts'
import { openStore } from '../store/open-store.ts'
import type { Item } from '../store/records.ts'
import { sqlStore } from '../store/sql/store.ts'
import type { Store } from '../store/store.ts'
import { fill, misleading } from '../testing/filled-world.ts'
import { openDatabase } from '../testing/open-database.ts'
import { modelItem, modelList, type ModelWorld } from '../testing/read-model.ts'
import { readCaseArbitrary, type ReadCase } from '../testing/read-queries.ts'
import { readWorldArbitrary } from '../testing/read-world.ts'
import { firstSeed, runs } from '../testing/runs.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { createSnapshots, type Snapshots } from '../store/cache/snapshots.ts'
import { readerOf } from '../store/reader.ts'
import { createDocumentCache } from './document-cache.ts'
import { getContent, listContents, type Delivery } from './read-contents.ts'

const casesPerWorld = 120
const casesPerState = 30
const statesPerWorld = 8

onBothDatabases('reading', (fresh) => {
  it('returns what the plain model returns for every generated request', async () => {
    const first = firstSeed()
    for (let seed = first; seed < first + runs(6).numRuns; seed++) {
      const [world] = fc.sample(readWorldArbitrary, { numRuns: 1, seed })
      if (!world) continue
      const { store, address } = await fresh()
      await fill(store, world)
      const misled = sqlStore(openDatabase(address, bounded(seed)), misleading(seed))
      const documents = createDocumentCache(200_000)
      const delivery = { documents, assetsUrl: world.assetsUrl }
      const snapshots = createSnapshots(seed % 2 ? store : misled)
      const cases = fc.sample(readCaseArbitrary(world), { numRuns: casesPerWorld, seed })
      for (const one of cases) await check(snapshots, delivery, world, one, seed)
      await misled.close()
    }
  })

  it('still does while this store or another one changes the world', async () => {
    const first = firstSeed()
    for (let seed = first; seed < first + runs(2).numRuns; seed++) {
      const [world] = fc.sample(readWorldArbitrary, { numRuns: 1, seed })
      if (!world) continue
      const { store: other, address } = await fresh()
      const store =
        seed % 2
          ? await openStore(address)
          : sqlStore(openDatabase(address, bounded(seed)), misleading(seed))
      const delivery = { documents: createDocumentCache(200_000), assetsUrl: world.assetsUrl }
      const snapshots = createSnapshots(store)
      const cases = fc.sample(readCaseArbitrary(world), { numRuns: casesPerState, seed })
      const changes = fc.sample(changeArbitrary, { numRuns: statesPerWorld, seed })
      // The last items are added along the way.
      let items = world.items.slice(0, -5)
      await fill(store, { ...world, items })
      for (const change of changes) {
        for (const one of cases) await check(snapshots, delivery, { ...world, items }, one, seed)
        items = await changed(
          change.isOurs ? store : other,
          change,
          { ...world, items },
          world.items,
        )
      }
      for (const one of cases) await check(snapshots, delivery, { ...world, items }, one, seed)
      await store.close()
    }
  })
})

/** On SQLite: nearly all reads run in a background thread, or some, or none. */
function bounded(seed: number): { turnUnits: number } {
  return { turnUnits: [1, 200, 20_000][Math.floor(seed / 2) % 3] ?? 0 }
}

interface WorldChange {
  isOurs: boolean
  /** How many items are added. */
  added: number
  /** The first item of each pair gets the content of the second, if they have the same model. */
  pairs: [number, number][]
  /** Whether these changes are repairs, which the change log does not list item by item. */
  isRepaired: boolean
}

const changeArbitrary: fc.Arbitrary<WorldChange> = fc.record({
  isOurs: fc.boolean(),
  added: fc.constantFrom(0, 0, 1, 2),
  pairs: fc.array(fc.tuple(fc.nat({ max: 29 }), fc.nat({ max: 29 })), {
    minLength: 1,
    maxLength: 8,
  }),
  isRepaired: fc.constantFrom(false, false, true),
})

async function changed(
  store: Store,
  { added, pairs, isRepaired }: WorldChange,
  { schema, items }: ModelWorld,
  all: readonly Item[],
): Promise<Item[]> {
  const entry = { actor: 'test', action: 'change', at: 1 }
  const created = all.slice(items.length, items.length + added)
  const edited = new Map<number, Item>()
  for (const [to, from] of pairs) {
    const [target, source] = [items[to], items[from]]
    if (!target || !source || target.modelId !== source.modelId) continue
    const { id, createdAt } = target
    edited.set(id, { ...source, id, createdAt })
  }
  const after = items.map((item) => edited.get(item.id) ?? item)
  await store.write(async (tx) => {
    await saveItems(tx, schema, created, { ...entry, isNew: true })
    const edits = [...edited.values()]
    if (!isRepaired) return saveItems(tx, schema, edits, { ...entry, isNew: false })
    await tx.items.update(edits)
    await tx.derived.replace(edits.map((item) => ({ item, derived: deriveItem(schema, item) })))
  })
  return [...after, ...created]
}

async function check(
  snapshots: Snapshots,
  delivery: Delivery,
  world: ModelWorld,
  { key, id, params }: ReadCase,
  seed: number,
): Promise<void> {
  const expected =
    id === undefined ? modelList(world, key, params) : modelItem(world, key, id, params)
  const request = (): Promise<unknown> =>
    outcome(async () => {
      const reader = readerOf(60_000, () => false)
      const reply = await snapshots.read(({ reading }) => {
        const options = { key, schema: world.schema, reading, query: params }
        return id === undefined
          ? listContents(delivery, options)
          : getContent(delivery, options, String(id))
      }, reader)
      return JSON.parse(reply.body.toString()) as unknown
    })
  const actual = await request()
  try {
    assert.deepEqual(actual, structuredClone(expected))
    // The second read comes from the cache.
    assert.deepEqual(await request(), actual)
  } catch (error) {
    const requested = JSON.stringify({ key, id, params })
    throw new Error(`OCTAVO_TEST_SEED=${seed} ${requested}`, { cause: error })
  }
}

async function outcome(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const names: Record<string, string> = {
      badRequest: 'bad request',
      forbidden: 'forbidden',
      notFound: 'not found',
    }
    return names[error.kind]
  }
}
