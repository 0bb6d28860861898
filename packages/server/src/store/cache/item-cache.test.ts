import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import type { Sight } from '../../query/tree.ts'
import { ItemCache } from './item-cache.ts'
import type { Versions } from '../versions/versions.ts'

const most = 6
const sights: Sight[] = [2, 3, 2].map((scope, index) => ({
  scopes: [{ scope, lacking: index === 2 ? 1 : null }],
  spaceIds: null,
}))
const sightNumber = fc.nat(sights.length - 1)
const itemId = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constant(2 ** 50))
const step = fc.oneof(
  fc.record({ keep: fc.constantFrom('seen', 'unseen'), sight: sightNumber, itemId }),
  fc.record({ changedItem: itemId }),
)

it('gives an item only to the scopes that it was kept for, and only while it holds', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const cache = new ItemCache(most)
      const kept = new Map<string, { isSeen: boolean; at: number }>()
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
        const sight = sights[one.sight]
        assert.ok(sight)
        const place = { modelId: 1, spaceId: 1 }
        const item =
          one.keep === 'seen' ? { place, entry: null, version: now } : { place: null, versions }
        if (kept.size >= most) kept.clear()
        cache.keep(sight, one.itemId, item)
        kept.set(`${one.sight} ${one.itemId}`, { isSeen: one.keep === 'seen', at: now })
        for (const [index, other] of sights.entries()) {
          for (const id of [1, 2, 3, 4, 5, 2 ** 50]) {
            const known = kept.get(`${index} ${id}`)
            const holds = known?.isSeen ? (changedAt.get(id) ?? 0) <= known.at : known?.at === now
            const found = cache.find(other, id, versions)
            assert.equal(found && found.place !== null, holds ? known?.isSeen : undefined)
          }
        }
      }
    }),
  )
})
