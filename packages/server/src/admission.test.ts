import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAdmission } from './admission.ts'
import { createDocumentCache } from './delivery/document-cache.ts'
import type { Document } from './delivery/document.ts'

describe('what a full memory takes in', () => {
  it('was asked for before, and not too many others since', () => {
    const admission = createAdmission(3)
    assert.deepEqual(
      [1, 1, 2, 3, 1, 4, 1, 2].map((id) => admission.wasNoted(id)),
      [false, true, false, false, true, false, false, true],
    )
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
    assert.deepEqual(documents.knownOf([5, 100], 1), [5])
  })
})

function documentWith(id: number): Document {
  const whole = { bytes: Buffer.from('{}'), holes: [] }
  const facts = { spaceId: 1, modelId: 1, schemaVersion: 1, bytes: 1_000, parts: undefined }
  return { id, itemId: id, whole, ...facts }
}
