import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import type { Visibility } from '../../query/tree.ts'
import { ItemCache } from './snapshots.ts'
import type { Versions } from '../store.ts'

const maxItems = 6
const visibilities: Visibility[] = [2, 3, 2].map((scope, index) => ({
  scopes: [{ scope, lacking: index === 2 ? 1 : null }],
  spaceIds: null,
}))
const visibilityIndex = fc.nat(visibilities.length - 1)
const itemId = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constant(2 ** 50))
const step = fc.oneof(
  fc.record({ kind: fc.constantFrom('visible', 'hidden'), visibility: visibilityIndex, itemId }),
  fc.record({ changedItem: itemId }),
)

it('returns an item only for the scopes it was cached for, and only while it is valid', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const cache = new ItemCache(maxItems)
      const cached = new Map<string, { isVisible: boolean; at: number }>()
      const changedAt = new Map<number, number>()
      let now = 0
      const versionsNow = (): Versions => ({
        of: () => now,
        holds: (_, id, since) => (changedAt.get(id) ?? 0) <= since,
        changedSince: () => undefined,
      })
      let versions = versionsNow()
      for (const one of steps) {
        if ('changedItem' in one) {
          changedAt.set(one.changedItem, ++now)
          versions = versionsNow()
          continue
        }
        const visibility = visibilities[one.visibility]
        assert.ok(visibility)
        const place = { modelId: 1, spaceId: 1 }
        const item =
          one.kind === 'visible' ? { place, entry: null, version: now } : { place: null, versions }
        if (cached.size >= maxItems) cached.clear()
        cache.set(visibility, one.itemId, item)
        cached.set(`${one.visibility} ${one.itemId}`, {
          isVisible: one.kind === 'visible',
          at: now,
        })
        for (const [index, other] of visibilities.entries()) {
          for (const id of [1, 2, 3, 4, 5, 2 ** 50]) {
            const expected = cached.get(`${index} ${id}`)
            const holds = expected?.isVisible
              ? (changedAt.get(id) ?? 0) <= expected.at
              : expected?.at === now
            const found = cache.find(other, id, versions)
            assert.equal(found && found.place !== null, holds ? expected?.isVisible : undefined)
          }
        }
      }
    }),
  )
})
