/** Compares the read API with a plain model of it, on generated worlds and requests. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Refusal } from '@octavo/schema/errors.ts'
import fc from 'fast-check'
import { openStore } from '../store/open-store.ts'
import { sqlStore } from '../store/sql/store.ts'
import { fill, misleading } from '../testing/filled-world.ts'
import { openDatabase } from '../testing/open-database.ts'
import { modelItem, modelList, type ModelWorld } from '../testing/read-model.ts'
import { readCaseArbitrary, type ReadCase } from '../testing/read-queries.ts'
import { readWorldArbitrary } from '../testing/read-world.ts'
import { firstSeed, runs } from '../testing/runs.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { bounded, changed, changeArbitrary } from '../testing/world-changes.ts'
import { createSnapshots, type Snapshots } from '../store/cache/snapshots.ts'
import { storeReader } from '../testing/store-reader.ts'
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
      try {
        for (const one of cases) await check(snapshots, delivery, world, one, seed)
      } finally {
        await misled.close()
      }
    }
  })

  it('still does while this store or another one changes the world', async (t) => {
    const first = firstSeed()
    for (let seed = first; seed < first + runs(2).numRuns; seed++) {
      const [world] = fc.sample(readWorldArbitrary, { numRuns: 1, seed })
      if (!world) continue
      const { store: other, address } = await fresh()
      const store =
        seed % 2
          ? await openStore(address)
          : sqlStore(openDatabase(address, bounded(seed)), misleading(seed))
      t.after(() => store.close())
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
    }
  })
})

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
      const reader = storeReader(60_000, () => false)
      const reply = await snapshots.read((reading) => {
        const options = { key, schema: world.schema, reading, query: params }
        return id === undefined
          ? listContents(delivery, options)
          : getContent(delivery, options, String(id))
      }, reader)
      return JSON.parse((await reply.body()).toString()) as unknown
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
