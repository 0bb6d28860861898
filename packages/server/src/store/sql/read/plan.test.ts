import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chooseCount, choosePage, type Estimated, type PlanInput } from './plan.ts'

const passes = (count: number | null, isInOrder = false): Estimated => ({
  count,
  isInOrder,
  isTaken: false,
})
const lead = (conditions: Estimated[], given: Partial<PlanInput> = {}): number | null =>
  choosePage({ size: 1_000_000, window: 20, canWalk: true, conditions, ...given }).lead

describe('a page starts', () => {
  it('along the order if there are no conditions', () => assert.equal(lead([]), null))
  it('along the order if a condition passes most items', () =>
    assert.equal(lead([passes(500_000)]), null))
  it('from a condition that passes few items', () => assert.equal(lead([passes(500)]), 0))
  it('from the condition that passes the fewest items', () => {
    assert.equal(lead([passes(5_000), passes(40), passes(900_000)]), 1)
  })
  it('from a condition whose index is in order, however many it passes', () => {
    assert.equal(lead([passes(700_000, true)]), 0)
  })
  it('from few items to sort rather than from many in order that other conditions would filter out', () => {
    assert.equal(lead([passes(400_000, true), passes(30)]), 1)
  })
  it('along the order if two common conditions are combined', () => {
    assert.equal(lead([passes(300_000), passes(400_000)]), null)
  })
  it('from a condition if no index has the order', () => {
    assert.equal(lead([passes(300_000)], { canWalk: false }), 0)
  })
  it('never from a condition that cannot lead', () =>
    assert.equal(lead([passes(null)], { canWalk: false }), null))
  it('along the order if the only condition narrows it', () => {
    assert.equal(lead([{ count: 100, isInOrder: true, isTaken: true }]), null)
  })
  it('from a condition for a page far down the list', () => {
    assert.equal(lead([passes(50_000)], { window: 40_000 }), 0)
  })
})

describe('a count starts', () => {
  it('from the condition that passes the fewest items', () => {
    assert.equal(
      chooseCount({ size: 1_000, conditions: [passes(900), passes(20), passes(null)] }).lead,
      1,
    )
    assert.equal(chooseCount({ size: 1_000, conditions: [passes(null)] }).lead, null)
    assert.equal(chooseCount({ size: 10, conditions: [passes(900)] }).lead, null)
  })
})
