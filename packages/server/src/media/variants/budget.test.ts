import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createVariantBudget, type BudgetExceeded } from './budget.ts'

function bench(perMinute: number) {
  const clock = { now: 0 }
  const { spend, owe } = createVariantBudget(perMinute, () => clock.now)
  /** Seconds to wait; 0 if it is allowed. */
  const ask = (client: string, megapixels: number): number => {
    try {
      spend(client, megapixels)
      return 0
    } catch (error) {
      return (error as BudgetExceeded).seconds
    }
  }
  return { clock, ask, owe }
}

it('allows a burst of one minute, then as much as the bucket refills', () => {
  const { clock, ask } = bench(60)
  assert.equal(ask('a', 50), 0)
  assert.equal(ask('a', 15), 5)
  assert.equal(ask('a', 10), 0)
  assert.equal(ask('a', 0.5), 1)
  clock.now += 5_000
  assert.equal(ask('a', 6), 1)
  assert.equal(ask('a', 5), 0)
  clock.now += 10 * 60_000
  assert.equal(ask('a', 60), 0)
  assert.equal(ask('a', 1), 1)
})

it('counts each client separately', () => {
  const { ask } = bench(60)
  assert.equal(ask('a', 60), 0)
  assert.equal(ask('b', 60), 0)
  assert.equal(ask('a', 1), 1)
})

it('allows an image that costs more than the budget if the client has used none of it', () => {
  const { clock, ask } = bench(60)
  assert.equal(ask('a', 100), 0)
  assert.equal(ask('a', 100), 100)
  clock.now += 100_000
  assert.equal(ask('a', 100), 0)
})

it('charges additional cost to the following requests', () => {
  const { ask, owe } = bench(60)
  assert.equal(ask('a', 1), 0)
  owe('a', 99)
  assert.equal(ask('a', 1), 41)
})

it('has no limit without a budget', () => {
  const { ask, owe } = bench(0)
  for (let n = 0; n < 10; n++) assert.equal(ask('a', 1_000), 0)
  owe('a', 1_000)
  assert.equal(ask('a', 1_000), 0)
})

it('removes only the least recently active clients', () => {
  const { ask } = bench(60)
  for (let n = 0; n <= 10_000; n++) assert.equal(ask(String(n), 60), 0)
  assert.equal(ask('0', 60), 0)
  assert.equal(ask('10000', 60), 60)
})
