import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTurns } from './turns.ts'

interface Case {
  count: number
  /** Milliseconds that each takes. */
  cost: number
  /** What others take in each round. */
  others: number
  areNew: boolean
}

/** How many begin in each round. */
async function roundsOf({ count, cost, others, areNew }: Case): Promise<number[]> {
  let time = 0
  let round = 0
  let isOver = false
  const goRound = (): void => {
    round++
    time += others
    if (!isOver) setImmediate(goRound)
  }
  setImmediate(goRound)
  const turn = createTurns(() => time)
  const order: number[] = []
  const rounds = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await turn(areNew)
      time += cost
      order.push(index)
      return round
    }),
  )
  isOver = true
  assert.deepEqual(order, [...order.keys()])
  return Array.from(Map.groupBy(rounds, (one) => one).values(), ({ length }) => length)
}

it('lets all begin who are known', async () => {
  assert.deepEqual(await roundsOf({ count: 100, cost: 1, others: 0, areNew: false }), [100])
})

it('lets only some begin where there are newcomers, and in the end all', async () => {
  const rounds = await roundsOf({ count: 60, cost: 1, others: 0, areNew: true })
  assert.deepEqual(rounds, [16, 7, 6, 5, 26])
})

it('lets them take as long as others do, and does not count that as their own', async () => {
  const rounds = await roundsOf({ count: 60, cost: 1, others: 10, areNew: true })
  assert.deepEqual(rounds, [16, 15, 12, 10, 7])
})

it('lets some begin however long they take', async () => {
  const rounds = await roundsOf({ count: 30, cost: 100, others: 0, areNew: true })
  assert.deepEqual(rounds, [16, 2, 2, 2, 8])
})
