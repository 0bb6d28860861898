/** Tests the walk over all items with in-memory lists that change before every page. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { walk, type Row } from '../../packages/client/src/all.ts'
import type { ReadOptions } from '../../packages/client/src/query.ts'
import { runs } from '../../packages/server/src/testing/runs.ts'

interface StoredItem {
  id: number
  time: number
  isThroughout: boolean
}

type Change = { kind: 'add'; time: number; id: number } | { kind: 'remove'; pick: number }

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), time: fc.nat(3), id: fc.nat(1000) }),
  fc.record({ kind: fc.constant('remove' as const), pick: fc.nat() }),
)

const scenario = fc.record({
  times: fc.array(fc.constantFrom(1, 1, 1, 2), { maxLength: 30 }),
  pageSize: fc.integer({ min: 1, max: 5 }),
  order: fc.constantFrom('_created_at' as const, '-_created_at' as const),
  changes: fc.array(fc.array(change, { maxLength: 6 }), { maxLength: 30 }),
})

function rowOf({ id, time }: StoredItem): Row {
  return { _id: id, _created_at: new Date(time).toISOString() }
}

/** Works like the API: filters, sorts with ties by id, and returns a page. */
function page(
  items: readonly StoredItem[],
  { where = [], order, limit = 0, offset = 0 }: ReadOptions,
) {
  const sign = order === '_created_at' ? 1 : -1
  const bounds = [where]
    .flat()
    .map(({ _created_at }) => _created_at as { gte?: string; lte?: string })
  const isWithin = ({ time }: StoredItem): boolean =>
    bounds.every(
      ({ gte, lte }) =>
        (gte === undefined || time >= Date.parse(gte)) &&
        (lte === undefined || time <= Date.parse(lte)),
    )
  const sorted = items.filter(isWithin).toSorted((a, b) => sign * (a.time - b.time || a.id - b.id))
  return { data: sorted.slice(offset, offset + limit).map(rowOf) }
}

it('returns items that exist throughout exactly once, while others change', async () => {
  const property = fc.asyncProperty(scenario, async ({ times, pageSize, order, changes }) => {
    // Leaves gaps between the ids for items that are added.
    let items = times.map((time, index): StoredItem => ({
      id: 10 + index * 20,
      time,
      isThroughout: true,
    }))
    const pending = [...changes]
    const seen: number[] = []
    const found = walk(
      (options) => {
        for (const one of pending.shift() ?? []) {
          if (one.kind === 'remove')
            items = items.toSpliced(one.pick % Math.max(1, items.length), 1)
          else if (!items.some(({ id }) => id === one.id)) {
            items = [...items, { id: one.id, time: one.time, isThroughout: false }]
          }
        }
        return Promise.resolve(page(items, options))
      },
      { order, pageSize },
    )
    for await (const row of found) seen.push(Number(row['_id']))
    const missed = items.filter(({ id, isThroughout }) => isThroughout && !seen.includes(id))
    assert.deepEqual(missed, [])
    // A removed and re-added id is another item; all others are returned once.
    const stayed = items.filter(({ isThroughout }) => isThroughout).map(({ id }) => id)
    for (const id of stayed) assert.equal(seen.filter((one) => one === id).length, 1)
  })
  await fc.assert(property, runs(2000))
})
