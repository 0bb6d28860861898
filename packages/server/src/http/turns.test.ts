import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTurns } from './turns.ts'

/** How many begin in each round, where every round takes so many milliseconds. */
async function roundsOf(count: number, took: number): Promise<number[]> {
  let time = 0
  const turn = createTurns(() => (time += took))
  let round = 0
  let isOver = false
  const advance = (): void => {
    round++
    if (!isOver) setImmediate(advance)
  }
  setImmediate(advance)
  const order: number[] = []
  const rounds = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await turn()
      order.push(index)
      return round
    }),
  )
  isOver = true
  assert.deepEqual(order, [...order.keys()])
  return Array.from(Map.groupBy(rounds, (one) => one).values(), ({ length }) => length)
}

it('lets fewer begin where rounds are long', async () => {
  assert.deepEqual(await roundsOf(40, 20), [16, 8, 4, 2, 2, 2, 2, 2, 2])
})

it('lets more begin where rounds are short', async () => {
  assert.deepEqual(await roundsOf(200, 1), [16, 32, 64, 64, 24])
})

it('leaves it at that where they are as they should be', async () => {
  assert.deepEqual(await roundsOf(40, 4), [16, 16, 8])
})
