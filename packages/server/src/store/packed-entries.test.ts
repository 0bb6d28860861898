import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createPackedEntries } from './packed-entries.ts'
import type { Entry } from './reading.ts'

const most = 5
const sights = fc.integer({ min: 0, max: 2 })
const itemIds = fc.oneof(
  fc.integer({ min: 1, max: 12 }),
  fc.constantFrom(5_000_000_000, 2 ** 32 - 1),
)
const entries: fc.Arbitrary<Entry> = fc.record({
  itemId: itemIds,
  documentId: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(2 ** 40)),
  scope: fc.integer({ min: 2, max: 5 }),
  modelId: fc.integer({ min: 1, max: 2 }),
  spaceId: fc.integer({ min: 1, max: 2 }),
  createdAt: fc.constantFrom(-62_135_596_800_000, -1, 0, 1_700_000_000_123),
  languageMask: fc.constantFrom(1, 3, 2 ** 40),
  body: fc.constantFrom(null, Buffer.from('{}')),
})
const steps = fc.array(
  fc.oneof(
    fc.record({ sight: sights, entry: entries }),
    fc.record({ changedModel: fc.integer({ min: 1, max: 2 }), exceptItem: itemIds }),
  ),
  { maxLength: 60 },
)
const fits = (number: number): boolean => number < 2 ** 32

describe('packed entries', () => {
  it('are those that were kept last, each for as long as it holds', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const packed = createPackedEntries(most)
        /** By sight and item, the oldest first; one that is kept again stays where it is. */
        const plain = new Map<string, { entry: Entry; version: number }>()
        const changes = new Map<number, number>()
        const exceptions = new Map<number, number>()
        const versionOf = (modelId: number): number => changes.get(modelId) ?? 0
        const holds = (modelId: number, itemId: number, then: number): boolean =>
          then === versionOf(modelId) || exceptions.get(modelId) === itemId
        for (const step of taken) {
          if ('changedModel' in step) {
            changes.set(step.changedModel, versionOf(step.changedModel) + 1)
            exceptions.set(step.changedModel, step.exceptItem)
            continue
          }
          const { sight, entry } = step
          const version = versionOf(entry.modelId)
          packed.keep(sight, entry, version)
          if (!fits(entry.itemId) || !fits(entry.documentId)) continue
          const [oldest] = plain.keys()
          const name = `${sight} ${entry.itemId}`
          if (!plain.has(name) && plain.size === most) plain.delete(oldest ?? '')
          plain.set(name, { entry: { ...entry, body: null }, version })
        }
        for (let sight = 0; sight <= 2; sight++) {
          for (const itemId of [...Array(13).keys(), 5_000_000_000, 2 ** 32 - 1]) {
            const known = plain.get(`${sight} ${itemId}`)
            const isCurrent = known && holds(known.entry.modelId, itemId, known.version)
            const expected = isCurrent ? known.entry : undefined
            assert.deepEqual(packed.find(sight, itemId, { holds }), expected)
          }
        }
      }),
    )
  })

  it('are found among many, as room for them grows', () => {
    const packed = createPackedEntries(10_000)
    const versions = { holds: () => true }
    const facts = { scope: 3, modelId: 1, spaceId: 1, createdAt: 1, languageMask: 1, body: null }
    for (let id = 1; id <= 15_000; id++) {
      packed.keep(0, { itemId: id * 3, documentId: id, ...facts }, 7)
    }
    for (let id = 1; id <= 15_000; id++) {
      const found = packed.find(0, id * 3, versions)
      assert.equal(found?.documentId, id > 5_000 ? id : undefined)
    }
  })

  it('are forgotten all together when they have too little in common', () => {
    const packed = createPackedEntries()
    const versions = { holds: () => true }
    const facts = { scope: 3, modelId: 1, spaceId: 1, createdAt: 1, body: null }
    for (let id = 1; id <= 10_001; id++) {
      packed.keep(0, { itemId: id, documentId: id, languageMask: id, ...facts }, 0)
    }
    assert.equal(packed.find(0, 10_000, versions), undefined)
    assert.equal(packed.find(0, 10_001, versions)?.documentId, 10_001)
  })
})
