import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAdmission, createDocumentCache } from './document-cache.ts'
import type { Document } from './document.ts'

describe('admission to a full cache', () => {
  it('is granted to ids that were requested before, and not too many others since', () => {
    const admission = createAdmission(8)
    const admitted = (ids: number[]): boolean[] => ids.map((id) => admission.wasSeen(id))
    // Odd ids share slots, and so do even ones.
    assert.deepEqual(admitted([1, 1, 2, 1, 2]), [false, true, false, true, true])
    // The fourth id to arrive takes the slot of the first.
    assert.deepEqual(admitted([3, 5, 7, 9]), [false, false, false, false])
    assert.deepEqual(admitted([9, 7, 5, 2, 1]), [true, true, true, true, false])
  })

  it('is granted to nearly all repeatedly requested ids', () => {
    const admission = createAdmission()
    const ids = Array.from({ length: 2_000 }, (_, index) => (index * index * 7919) % 1_000_003)
    for (let round = 0; round < 3; round++) for (const id of ids) admission.wasSeen(id)
    const kept = ids.filter((id) => admission.wasSeen(id))
    assert.ok(kept.length > 0.99 * ids.length, `${kept.length} of ${ids.length}`)
  })

  it('does not evict repeatedly requested documents', () => {
    const documents = createDocumentCache(10_000)
    const ask = (id: number): boolean => {
      if (documents.get(id, 1, 1)) return true
      if (documents.isWorthCaching(id)) documents.put(documentWith(id))
      return false
    }
    for (let id = 1; id <= 20; id++) ask(id)
    assert.ok(documents.bytes <= 10_000)
    const favourites = [5, 6, 7, 8, 9]
    for (const id of favourites) assert.ok(ask(id), `${id} is there`)
    // Many more others than fit, each requested once.
    for (let id = 100; id < 1_100; id++) assert.ok(!ask(id), `${id} was never requested`)
    for (const id of favourites) assert.ok(ask(id), `${id} is still there`)
    assert.ok(documents.get(5, 1, 1) && !documents.get(100, 1, 1))
  })
})

function documentWith(id: number): Document {
  const whole = { bytes: Buffer.from('{}'), holes: [] }
  const facts = { spaceId: 1, modelId: 1, schemaVersion: 1, bytes: 1_000, parts: undefined }
  return { id, itemId: id, whole, ...facts }
}
