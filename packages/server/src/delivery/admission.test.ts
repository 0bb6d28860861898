import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAdmission, createDocumentCache } from './document-cache.ts'
import type { Document } from './document.ts'

describe('what a full memory takes in', () => {
  it('was asked for before, and not too many others since', () => {
    const admission = createAdmission(8)
    const answers = (ids: number[]): boolean[] => ids.map((id) => admission.wasNoted(id))
    // Odd ids share places, and so do even ones.
    assert.deepEqual(answers([1, 1, 2, 1, 2]), [false, true, false, true, true])
    // The fourth to come takes the place of the first.
    assert.deepEqual(answers([3, 5, 7, 9]), [false, false, false, false])
    assert.deepEqual(answers([9, 7, 5, 2, 1]), [true, true, true, true, false])
  })

  it('is all that is asked for again and again, wherever it is noted', () => {
    const admission = createAdmission()
    const ids = Array.from({ length: 2_000 }, (_, index) => (index * index * 7919) % 1_000_003)
    for (let round = 0; round < 3; round++) for (const id of ids) admission.wasNoted(id)
    const kept = ids.filter((id) => admission.wasNoted(id))
    assert.ok(kept.length > 0.99 * ids.length, `${kept.length} of ${ids.length}`)
  })

  it('leaves alone what is asked for again and again', () => {
    const documents = createDocumentCache(10_000)
    const ask = (id: number): boolean => {
      if (documents.get(id, 1, 1)) return true
      if (documents.wants(id)) documents.put(documentWith(id))
      return false
    }
    for (let id = 1; id <= 20; id++) ask(id)
    assert.ok(documents.bytes <= 10_000)
    const favourites = [5, 6, 7, 8, 9]
    for (const id of favourites) assert.ok(ask(id), `${id} is there`)
    // As many others as it holds, many times over, each once.
    for (let id = 100; id < 1_100; id++) assert.ok(!ask(id), `${id} was never asked for`)
    for (const id of favourites) assert.ok(ask(id), `${id} is still there`)
    assert.ok(documents.get(5, 1, 1) && !documents.get(100, 1, 1))
  })
})

function documentWith(id: number): Document {
  const whole = { bytes: Buffer.from('{}'), holes: [] }
  const facts = { spaceId: 1, modelId: 1, schemaVersion: 1, bytes: 1_000, parts: undefined }
  return { id, itemId: id, whole, ...facts }
}
