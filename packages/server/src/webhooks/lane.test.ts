/** First attempts of a subject are made in order, one after the other, whatever happens. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { PendingDelivery, WebhookRecord } from '../store/webhooks.ts'
import { runs } from '../testing/runs.ts'
import { deliveryOf } from './assign.ts'
import { createLane } from './lane.ts'
import { unconfigured } from './settings.ts'

const hook: WebhookRecord = {
  id: 1,
  rootId: 1,
  ...unconfigured,
  target: 'https://example.com',
  secret: '',
  previousSecret: null,
  previousSecretUntil: null,
  createdAt: 0,
  disabledAt: null,
  disabledReason: null,
  failingSince: null,
}
const pending = (id: number, subject: string): PendingDelivery => ({
  ...deliveryOf(1, { id, subject }, 0),
  bytes: 0,
})

describe('the deliveries of a webhook', () => {
  it('start in order for each subject, and all of them start', () => {
    const steps = fc.array(fc.record({ ends: fc.nat(20), fails: fc.boolean() }), { minLength: 50 })
    fc.assert(
      fc.property(fc.array(fc.nat(3), { maxLength: 40 }), steps, (subjects, each) => {
        const lane = createLane(hook)
        lane.add(
          subjects.map((subject, index) => pending(index + 1, `item ${subject}`)),
          [],
        )
        const running: PendingDelivery[] = []
        const started: PendingDelivery[] = []
        let now = 0
        const start = (): void => {
          for (let one = lane.next(now); one; one = lane.next(now)) {
            assert.ok(!running.some(({ subject }) => subject === one?.subject))
            running.push(one)
            started.push(one)
          }
        }
        start()
        for (const { ends, fails } of [
          ...each,
          ...subjects.map(() => ({ ends: 0, fails: false })),
        ]) {
          now += 1
          const [ended] = running.splice(ends % Math.max(1, running.length), 1)
          const failure = { status: 500, retryAfter: null }
          if (ended) lane.ended(ended, fails ? failure : undefined, 1, now)
          start()
        }
        while (running.length > 0) {
          const ended = running.shift()
          if (ended) lane.ended(ended, undefined, 1, now)
          start()
        }
        assert.equal(started.length, subjects.length)
        for (const ofSubject of Map.groupBy(started, ({ subject }) => subject).values()) {
          const ids = ofSubject.map(({ eventId }) => eventId)
          assert.deepEqual(
            ids,
            ids.toSorted((a, b) => a - b),
          )
        }
      }),
      runs(200),
    )
  })

  it('are fewer at once while the target is slow, and none while it is overloaded', () => {
    const lane = createLane(hook)
    lane.add(
      Array.from({ length: 40 }, (_, index) => pending(index + 1, `item ${index}`)),
      [],
    )
    const start = (now: number): number => {
      let count = 0
      while (lane.next(now)) count++
      return count
    }
    assert.equal(start(0), 16)
    for (let id = 1; id <= 16; id++) {
      lane.ended(pending(id, `item ${id - 1}`), { status: null, retryAfter: null }, 15_000, 1)
    }
    assert.equal(start(1), 2)
    lane.ended(pending(17, 'item 16'), { status: 503, retryAfter: null }, 1, 1_000)
    assert.equal(start(1_500), 0)
    assert.equal(lane.readyAt(), 2_000)
    assert.equal(start(2_000), 1)
  })

  it('keep to the rate', () => {
    const lane = createLane({ ...hook, rateLimit: 60 })
    lane.add([pending(1, 'item 1'), pending(2, 'item 2')], [])
    assert.ok(lane.next(0))
    assert.equal(lane.next(999), undefined)
    assert.ok(lane.next(1_000))
  })
})
