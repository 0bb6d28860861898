import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Selection } from '../../query/tree.ts'
import { listOf, updateList } from './list-snapshot.ts'
import type { Entry, Neighbours, Page } from '../reading.ts'
import type { Versions } from '../store.ts'

const listed = 6
const reached = 7

const selection: Selection = {
  visibility: { scopes: [{ scope: 2, lacking: null }], spaceIds: null },
  modelIds: [listed],
  isEveryModel: false,
  spaceIds: null,
  conditions: [],
  order: [],
  isTieDescending: false,
  areEmptyFirst: false,
  schemaVersion: 1,
  reaches: [reached],
  dependsOn: [listed, reached],
}

/** The sort value of each item; null if it does not match. */
type World = ReadonlyMap<number, number | null>

const itemIds = fc.constantFrom(
  1,
  2,
  3,
  4,
  5,
  6,
  7,
  8,
  9,
  10,
  11,
  12,
  2 ** 32 - 1,
  2 ** 32,
  2 ** 40,
)
const worlds = fc
  .array(fc.tuple(itemIds, fc.option(fc.integer({ min: 0, max: 3 }))), { maxLength: 14 })
  .map((pairs): World => new Map(pairs))

function idsIn(world: World): number[] {
  const ranked = [...world].flatMap(([id, rank]) => (rank === null ? [] : [{ id, rank }]))
  return ranked.toSorted((a, b) => a.rank - b.rank || a.id - b.id).map(({ id }) => id)
}

function entryOf(itemId: number): Entry {
  const facts = { scope: 2, modelId: listed, spaceId: 1, createdAt: 0, languageMask: 1, body: null }
  return { itemId, documentId: itemId, ...facts }
}

function readingOf(world: World) {
  const ids = idsIn(world)
  return {
    page({ conditions }: Selection, { limit }: { limit: number }): Promise<Page> {
      const requested = conditions.flatMap((one) => (one.kind === 'id' ? one.ids : []))
      const found = ids.filter((id) => requested.includes(id))
      const entries = found.slice(0, limit).map(entryOf)
      return Promise.resolve({ entries, total: found.length, cost: 0 })
    },
    neighbours(_: Selection, itemId: number): Promise<Neighbours> {
      const before = ids[ids.indexOf(itemId) - 1]
      return Promise.resolve(before === undefined ? {} : { prev: entryOf(before) })
    },
  }
}

function versionsWith(numbers: Record<number, number>, changed?: ReadonlySet<number>): Versions {
  return { of: (id) => numbers[id] ?? 0, holds: () => false, changedSince: () => changed }
}

const before = versionsWith({ [listed]: 1, [reached]: 1 })

describe('a list snapshot', () => {
  it('is updated by reading only the changed items', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, worlds, fc.uniqueArray(itemIds), async (then, changes, others) => {
        const now: World = new Map([...then, ...changes])
        // Unchanged items may be among them.
        const changed = new Set([...changes.keys(), ...others])
        const list = listOf(selection, { ids: idsIn(then), cost: 0 }, before)
        const after = versionsWith({ [listed]: 2, [reached]: 1 }, changed)
        const reported: number[] = []
        const updated = await updateList(list, selection, after, readingOf(now), ({ itemId }) =>
          reported.push(itemId),
        )
        const matching = idsIn(now).filter((id) => changed.has(id))
        if (matching.length > 8) return assert.equal(updated, undefined)
        assert.ok(updated)
        assert.deepEqual([updated.versions, updated.version, list.version], [[2, 1], 3, 2])
        assert.deepEqual([Array.from(updated.ids), reported], [idsIn(now), matching])
      }),
    )
  })

  it('must be read again if the changed items are unknown or belong to a referenced model', async () => {
    const world: World = new Map([[1, 1]])
    const list = listOf(selection, { ids: [1], cost: 0 }, before)
    for (const versions of [
      versionsWith({ [listed]: 2, [reached]: 1 }),
      versionsWith({ [listed]: 1, [reached]: 2 }, new Set([9])),
    ]) {
      const updated = await updateList(list, selection, versions, readingOf(world), () => {})
      assert.equal(updated, undefined)
    }
  })
})
