import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { createTurns } from './turns.ts'

interface Case {
  count: number
  /** Milliseconds that each piece of work takes. */
  cost: number
}

/** How many start in each round of the event loop. */
async function roundsOf({ count, cost }: Case): Promise<number[]> {
  let time = 0
  let round = 0
  let isOver = false
  const countRounds = (): void => {
    round++
    if (!isOver) setImmediate(countRounds)
  }
  setImmediate(countRounds)
  const nextTurn = createTurns(() => time)
  const order: number[] = []
  const rounds = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await nextTurn()
      time += cost
      order.push(index)
      return round
    }),
  )
  isOver = true
  assert.deepEqual(order, [...order.keys()])
  return Array.from(Map.groupBy(rounds, (one) => one).values(), ({ length }) => length)
}

it('starts all work in one round if it takes no time', async () => {
  assert.deepEqual(await roundsOf({ count: 500, cost: 0 }), [500])
})

it('starts a few milliseconds of work per round', async () => {
  // The cost is unknown for the first group.
  assert.deepEqual(await roundsOf({ count: 25, cost: 1 }), [3, 3, 3, 3, 3, 3, 3, 3, 1])
})

it('starts one per round if one takes longer than a round', async () => {
  assert.deepEqual(await roundsOf({ count: 5, cost: 100 }), [2, 1, 1, 1])
})

it('keeps rounds short for any cost', async () => {
  const cases = fc.record({
    count: fc.integer({ min: 1, max: 400 }),
    cost: fc.double({ min: 0.001, max: 20, noNaN: true }),
  })
  await fc.assert(
    fc.asyncProperty(cases, async ({ count, cost }) => {
      const rounds = await roundsOf({ count, cost })
      for (const started of rounds.slice(1)) {
        assert.ok(started * cost <= 3 + Math.max(cost, 2), `${started} in one round`)
      }
    }),
  )
})

it('serves other events between two rounds', async () => {
  let time = 0
  const nextTurn = createTurns(() => time)
  const events: string[] = []
  const work = Array.from({ length: 10 }, async () => {
    await nextTurn()
    time += 10
    events.push('work')
  })
  setImmediate(() => setImmediate(() => events.push('other')))
  await Promise.all(work)
  assert.ok(events.indexOf('other') < events.lastIndexOf('work'), events.join())
})

it('starts long work one by one, whatever other work has cost', async () => {
  let [time, round, isOver] = [0, 0, false]
  const countRounds = (): void => {
    round++
    if (!isOver) setImmediate(countRounds)
  }
  setImmediate(countRounds)
  const nextTurn = createTurns(() => time)
  // Work that takes no time lets the groups grow.
  for (let more = 0; more < 3; more++) {
    await Promise.all(Array.from({ length: 300 }, () => nextTurn()))
  }
  const rounds = await Promise.all(
    Array.from({ length: 60 }, async () => {
      await nextTurn('long')
      time += 2
      return round
    }),
  )
  isOver = true
  for (const { length } of Map.groupBy(rounds, (one) => one).values()) assert.ok(length <= 2)
})
