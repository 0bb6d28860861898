/** Compares walks by cursor with a plain model, while this store or another one changes the world. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { writeCursor } from '../query/cursor.ts'
import { parseListQuery } from '../query/parse.ts'
import type { Position } from '../query/tree.ts'
import { createSnapshots, type Snapshots } from '../store/cache/snapshots.ts'
import { storeReader } from '../testing/store-reader.ts'
import type { Item } from '../store/records.ts'
import { sqlStore } from '../store/sql/store.ts'
import { fill, misleading } from '../testing/filled-world.ts'
import { openDatabase } from '../testing/open-database.ts'
import { modelList, type ModelWorld, type Params } from '../testing/read-model.ts'
import { readCaseArbitrary, type ReadCase } from '../testing/read-queries.ts'
import { readWorldArbitrary } from '../testing/read-world.ts'
import { firstSeed, runs } from '../testing/runs.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { bounded, changeArbitrary, changed } from '../testing/world-changes.ts'
import { createDocumentCache } from './document-cache.ts'
import { listContents, type Delivery } from './read-contents.ts'

const listsPerWorld = 40
const walksPerWorld = 6

interface CursorPage {
  total: number
  limit: number
  next_cursor: string | null
  data: { _id: number }[]
}

onBothDatabases('walks by cursor', (fresh) => {
  it('return the list of the plain model', async () => {
    const first = firstSeed()
    for (let seed = first; seed < first + runs(3).numRuns; seed++) {
      const { world, store, delivery } = await open(seed)
      const snapshots = createSnapshots(store)
      for (const { key, params } of listsOf(world, seed).slice(0, listsPerWorld)) {
        const expected = idsOf(world, key, params)
        for (const limit of [1 + (seed % 3), 100]) {
          const seen: number[] = []
          for (let cursor: string | null = 'start'; cursor !== null;) {
            const page: CursorPage = await read(snapshots, delivery, world, key, [
              ...params,
              ['limit', String(limit)],
              ['cursor', cursor],
            ])
            assert.deepEqual(Object.keys(page), ['total', 'limit', 'next_cursor', 'data'])
            assert.equal(page.total, expected.length)
            seen.push(...page.data.map(({ _id }) => _id))
            cursor = page.next_cursor
          }
          assert.deepEqual(seen, expected, `OCTAVO_TEST_SEED=${seed} ${JSON.stringify(params)}`)
        }
      }
      await store.close()
    }
  })

  it('return items that do not change exactly once, while others do', async () => {
    const first = firstSeed()
    for (let seed = first; seed < first + runs(3).numRuns; seed++) {
      const { world, store, other, delivery } = await open(seed, -5)
      const snapshots = createSnapshots(store)
      const [pending] = fc.sample(fc.array(changeArbitrary, { minLength: 40, maxLength: 40 }), {
        numRuns: 1,
        seed,
      })
      let items: readonly Item[] = world.items.slice(0, -5)
      for (const { key, params } of listsOf(world, seed).slice(0, walksPerWorld)) {
        const seen: number[] = []
        let throughout = items
        let always: readonly number[] | undefined
        for (let cursor: string | null = 'start'; cursor !== null;) {
          const matching = idsOf({ ...world, items }, key, params)
          always = always?.filter((id) => matching.includes(id)) ?? matching
          const page: CursorPage = await read(snapshots, delivery, world, key, [
            ...params,
            ['limit', '3'],
            ['cursor', cursor],
          ])
          for (const { _id } of page.data) assert.ok(matching.includes(_id), `${_id} is listed`)
          seen.push(...page.data.map(({ _id }) => _id))
          cursor = page.next_cursor
          const change = pending?.pop()
          if (!change) continue
          const source = change.isOurs ? store : other
          items = await changed(source, change, { ...world, items }, world.items)
          throughout = throughout.filter((item) => items.includes(item))
        }
        for (const { id } of throughout.filter((item) => always?.includes(item.id))) {
          const times = seen.filter((one) => one === id).length
          assert.equal(times, 1, `OCTAVO_TEST_SEED=${seed} ${id} ${JSON.stringify(params)}`)
        }
      }
      await store.close()
    }
  })

  it('begin anywhere, also after a position that a client makes up', async () => {
    const { world, store, delivery } = await open(firstSeed())
    const snapshots = createSnapshots(store)
    const key = { reads: 'draft', spaceIds: null } as const
    const extremes: Position['values'][] = [
      [Number.MAX_SAFE_INTEGER, '\u{10ffff}'.repeat(200), null],
      [Number.MIN_SAFE_INTEGER, '', 0],
      [0, "'; --", null],
    ]
    const params: Params = [['order', '_updated_at,_title,_published_at']]
    for (const values of extremes) {
      const { cursor, selection } = parseListQuery({
        key,
        schema: world.schema,
        query: [...params, ['cursor', 'start']],
      }).query
      const sent = writeCursor(cursor?.list ?? '', selection.order, { itemId: 1, values })
      const page = await read(snapshots, delivery, world, key, [...params, ['cursor', sent]])
      assert.equal(page.data.length, values[0] === Number.MAX_SAFE_INTEGER ? 0 : page.total)
    }
    await store.close()
  })

  async function open(seed: number, end?: number) {
    const [world] = fc.sample(readWorldArbitrary, { numRuns: 1, seed })
    assert.ok(world)
    const { store: other, address } = await fresh()
    const store = sqlStore(openDatabase(address, bounded(seed)), misleading(seed))
    await fill(other, { ...world, items: world.items.slice(0, end) })
    const delivery = { documents: createDocumentCache(200_000), assetsUrl: world.assetsUrl }
    return { world, store, other, delivery }
  }
})

type List = Pick<ReadCase, 'key' | 'params'>

/** Valid lists that show the ids of their items. */
function listsOf(world: ModelWorld, seed: number): List[] {
  const paging = ['limit', 'offset', 'total', 'facets', 'select', 'depth']
  return fc
    .sample(readCaseArbitrary(world), { numRuns: 3 * listsPerWorld, seed })
    .map(({ key, params }): List => {
      const others = params.filter(([name]) => !paging.includes(name) && name !== 'include')
      return { key, params: [...others, ['select', '_id'], ['depth', '0']] }
    })
    .filter(({ key, params }) => typeof modelList(world, key, params) === 'object')
}

function idsOf(world: ModelWorld, key: List['key'], params: Params): number[] {
  const expected = modelList(world, key, [...params, ['cursor', 'start']])
  assert.ok(typeof expected === 'object')
  return (expected.data as CursorPage['data']).map(({ _id }) => _id)
}

async function read(
  snapshots: Snapshots,
  delivery: Delivery,
  { schema }: ModelWorld,
  key: List['key'],
  query: Params,
): Promise<CursorPage> {
  const { body } = await snapshots.read(
    (reading) => listContents(delivery, { key, schema, reading, query }),
    storeReader(60_000, () => false),
  )
  return JSON.parse(String(await body())) as CursorPage
}
