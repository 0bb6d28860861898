import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { runs } from '../testing/runs.ts'
import type { Document } from './document.ts'
import { createDocumentCache } from './document-cache.ts'

const schemaVersion = 1
const spaceId = 1

function documentOf(id: number, bytes: number): Document {
  const whole = { bytes: Buffer.alloc(0), holes: [] }
  return {
    id,
    itemId: id,
    spaceId,
    modelId: 1,
    schemaVersion,
    bytes,
    whole,
    parts: undefined,
  }
}

describe('cached documents', () => {
  it('include the latest ones, regardless of earlier requests', () => {
    const room = 1000
    const step = fc.record({
      id: fc.nat(60),
      bytes: fc.integer({ min: 20, max: room / 8 }),
      isPut: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400, size: 'max' }), (steps) => {
        const cache = createDocumentCache(room)
        const isThere = (id: number): boolean => cache.get(id, schemaVersion, spaceId) !== undefined
        let before: number | undefined
        for (const { id, bytes, isPut } of steps) {
          if (!isPut) {
            isThere(id)
            continue
          }
          cache.put(documentOf(id, bytes))
          assert.ok(cache.bytes <= room)
          assert.ok(isThere(id))
          if (before !== undefined) assert.ok(isThere(before))
          before = id
        }
      }),
      runs(100),
    )
  })

  it('include a complete list after any number of others, with or without reads in between', () => {
    const room = 1000
    for (let others = 0; others < 40; others++) {
      for (const areRead of [false, true]) {
        const cache = createDocumentCache(room)
        for (let id = 0; id < others; id++) {
          cache.put(documentOf(id, room / 10))
          if (areRead) cache.get(id, schemaVersion, spaceId)
        }
        const list = [100, 101, 102, 103, 104]
        for (const id of list) cache.put(documentOf(id, room / 10))
        const kept = list.filter((id) => cache.get(id, schemaVersion, spaceId))
        assert.deepEqual(kept, list, `after ${others} others`)
      }
    }
  })
})
