import assert from 'node:assert/strict'
import { it } from 'node:test'
import { nextTurn } from '../scheduling/turns.ts'
import { inTurnIfLong } from './long-responses.ts'

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

it('limits the memory of long responses that are rendered at the same time', async () => {
  assert.equal(await mostBytesAtOnce(5 * mebibyte, 100), 20 * mebibyte)
})

it('does not delay short responses', async () => {
  assert.equal(await mostBytesAtOnce(1000, 100), 100_000)
})
