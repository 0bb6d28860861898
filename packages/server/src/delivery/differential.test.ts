/** The read API against a plain model of it, on generated worlds and requests. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Refusal } from '@octavo/schema/errors.ts'
import fc from 'fast-check'
import { sqlStore } from '../store/sql/store.ts'
import { fill, misleading } from '../testing/filled-world.ts'
import { openDatabase } from '../testing/open-database.ts'
import { modelItem, modelList, type ModelWorld } from '../testing/read-model.ts'
import { readCaseArbitrary, type ReadCase } from '../testing/read-queries.ts'
import { readWorldArbitrary } from '../testing/read-world.ts'
import { firstSeed, runs } from '../testing/runs.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { createSnapshots, type Snapshots } from '../content/snapshots.ts'
import { createDocumentCache } from './document-cache.ts'
import { getContent, listContents, type Delivery } from './read-contents.ts'

const casesPerWorld = 120

onBothDatabases('reading', (fresh) => {
  it('answers every generated request as the plain model does', async () => {
    const first = firstSeed()
    for (let seed = first; seed < first + runs(6).numRuns; seed++) {
      const [world] = fc.sample(readWorldArbitrary, { numRuns: 1, seed })
      if (!world) continue
      const { store, address } = await fresh()
      await fill(store, world)
      const misled = sqlStore(openDatabase(address), misleading(seed))
      const documents = createDocumentCache(200_000)
      const delivery = { documents, assetsUrl: world.assetsUrl }
      const snapshots = createSnapshots(seed % 2 ? store : misled)
      const cases = fc.sample(readCaseArbitrary(world), { numRuns: casesPerWorld, seed })
      for (const one of cases) await check(snapshots, delivery, world, one, seed)
      await misled.close()
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
  const ask = (): Promise<unknown> =>
    outcome(async () => {
      const reply = await snapshots.read(({ reading }) => {
        const request = { key, schema: world.schema, reading, query: params }
        return id === undefined
          ? listContents(delivery, request)
          : getContent(delivery, request, String(id))
      })
      return JSON.parse(reply.body.toString()) as unknown
    })
  const actual = await ask()
  try {
    assert.deepEqual(actual, structuredClone(expected))
    // The same from memory.
    assert.deepEqual(await ask(), actual)
  } catch (error) {
    const asked = JSON.stringify({ key, id, params })
    throw new Error(`OCTAVO_TEST_SEED=${seed} ${asked}`, { cause: error })
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
