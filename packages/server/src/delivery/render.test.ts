import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { nextTurn } from '../scheduling/turns.ts'
import { inTurnIfLong } from './read-contents.ts'
import { responseBuffer, releaseBuffer } from './render.ts'
import { runs } from '../testing/runs.ts'
import { ownBytes } from './template.ts'

const stepArbitrary = fc.oneof(
  { weight: 3, arbitrary: fc.record({ take: fc.integer({ min: 0, max: 2_200_000 }) }) },
  { weight: 2, arbitrary: fc.record({ end: fc.nat({ max: 100 }) }) },
)

test('memory in use is never handed out again', () => {
  fc.assert(
    fc.property(fc.array(stepArbitrary, { maxLength: 200 }), (steps) => {
      const needed: { bytes: Buffer; mark: number }[] = []
      const end = (index: number): void => {
        const [one] = needed.splice(index, 1)
        if (!one) return
        assert.ok(one.bytes.every((byte) => byte === one.mark))
        releaseBuffer(one.bytes)
      }
      for (const [mark, step] of steps.entries()) {
        if ('end' in step) end(step.end % Math.max(1, needed.length))
        else {
          const bytes = responseBuffer(step.take)
          assert.equal(bytes.length, step.take)
          needed.push({ bytes: bytes.fill(mark % 256), mark: mark % 256 })
        }
      }
      while (needed.length > 0) end(0)
    }),
    runs(30),
  )
})

test('released memory is used again', () => {
  const memory = new Set<ArrayBufferLike>()
  for (let round = 0; round < 100; round++) {
    const buffers = Array.from({ length: 10 }, () => responseBuffer(200_000))
    for (const { buffer } of buffers) memory.add(buffer)
    buffers.forEach(releaseBuffer)
  }
  assert.ok(memory.size <= 4, `${memory.size} chunks`)
})

test('released memory of long buffers is used again, whatever their exact length', () => {
  const memory = new Set<ArrayBufferLike>()
  for (let round = 0; round < 100; round++) {
    const buffers = Array.from({ length: 3 }, () => responseBuffer(4_300_000 + round))
    for (const { buffer } of buffers) memory.add(buffer)
    buffers.forEach(releaseBuffer)
  }
  assert.equal(memory.size, 3)
})

test('caches do not use the memory of a buffer that is released', () => {
  for (const length of [100, 600_000, 1024 * 1024, 3 * 1024 * 1024]) {
    const bytes = responseBuffer(length).fill(1)
    const own = ownBytes(bytes)
    releaseBuffer(bytes)
    assert.ok(own.length === length && own.buffer !== bytes.buffer)
  }
})

test('foreign buffers are not released', () => {
  releaseBuffer(Buffer.from('from elsewhere'))
})

const mebibyte = 1024 * 1024

async function mostBytesAtOnce(bytes: number, count: number): Promise<number> {
  let [inUse, most] = [0, 0]
  const render = async (): Promise<void> => {
    inUse += bytes
    most = Math.max(most, inUse)
    await nextTurn()
    inUse -= bytes
  }
  const all = Array.from({ length: count }, (_, root) => inTurnIfLong(bytes, root % 3, render))
  await Promise.all(all)
  return most
}

test('limits the memory of long responses that are rendered at the same time', async () => {
  assert.equal(await mostBytesAtOnce(5 * mebibyte, 100), 20 * mebibyte)
})

test('does not delay short responses', async () => {
  assert.equal(await mostBytesAtOnce(1000, 100), 100_000)
})
