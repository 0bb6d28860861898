/** Retries over days, on a fake clock. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { DeliveryRecord } from '../store/webhooks.ts'
import { runs } from '../testing/runs.ts'
import { deliveryOf } from './assign.ts'
import { outcomeOf, type Reply } from './outcome.ts'
import { slowdown } from './retries.ts'

const day = 24 * 60 * 60 * 1000
const failure: Reply = { status: 500, retryAfter: null, error: null, body: '' }
const working = { failingSince: null }

describe('a failing delivery', () => {
  it('is attempted with growing pauses for three days', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 0.999, noNaN: true })), (randoms) => {
        let delivery: DeliveryRecord = deliveryOf(1, { id: 1, subject: 'item 1' }, 0)
        let last = 0
        for (let count = 0; delivery.nextAt !== null; count++) {
          const now = delivery.nextAt
          const random = randoms[count % Math.max(1, randoms.length)] ?? 0
          ;({ delivery } = outcomeOf(delivery, working, failure, { now, random }))
          if (delivery.nextAt !== null) assert.ok(delivery.nextAt > now)
          last = now
        }
        assert.equal(delivery.state, 'failed')
        assert.ok(delivery.attempts >= 20 && delivery.attempts <= 60, `${delivery.attempts}`)
        assert.ok(last <= 3 * day && last > 2.8 * day, `${last / day}`)
      }),
      runs(100),
    )
  })

  it('respects Retry-After, in seconds and as a date', () => {
    const delivery = deliveryOf(1, { id: 1, subject: 'item 1' }, 0)
    const time = { now: 10_000, random: 0 }
    const asked = (retryAfter: string): number | null =>
      outcomeOf(delivery, working, { ...failure, retryAfter }, time).delivery.nextAt
    assert.equal(asked('120'), 130_000)
    assert.equal(asked(new Date(70_000).toUTCString()), 70_000)
    assert.equal(asked('x'), 12_000)
  })

  it('disables the webhook after five days without a success, and at 410', () => {
    const delivery = deliveryOf(1, { id: 1, subject: 'item 1' }, 6 * day)
    const at = (failingSince: number | null, status = 500) =>
      outcomeOf(delivery, { failingSince }, { ...failure, status }, { now: 6 * day, random: 0 })
    assert.equal(at(null).failingSince, 6 * day)
    assert.equal(at(1.1 * day).disables, undefined)
    assert.equal(at(day).disables, 'failing')
    assert.equal(at(null, 410).disables, 'gone')
    assert.equal(at(day, 204).failingSince, null)
  })

  it('of a test is attempted once and says nothing about the webhook', () => {
    const delivery = deliveryOf(1, { id: 1, subject: 'test' }, 0)
    const outcome = outcomeOf(delivery, working, { ...failure, status: 410 }, { now: 1, random: 0 })
    assert.equal(outcome.delivery.state, 'failed')
    assert.deepEqual([outcome.disables, outcome.failingSince], [undefined, undefined])
  })
})

describe('a target that is overloaded', () => {
  it('gets nothing for a growing pause', () => {
    const pauses = [1, 2, 3, 20].map((count) => slowdown({ ...failure, status: 503 }, count, 0))
    assert.deepEqual(pauses, [1_000, 2_000, 4_000, 60_000])
    assert.equal(slowdown({ status: 429, retryAfter: '90' }, 1, 0), 90_000)
    assert.equal(slowdown(failure, 1, 0), undefined)
  })
})
