/** What an attempt means for its delivery and its webhook. Pure. */
import type { CodedMessage } from '@octavo/schema/problems.ts'
import type { DisabledReason } from '@octavo/schema/webhooks.ts'
import type { DeliveryRecord, WebhookRecord } from '../store/webhooks.ts'
import { failingTime, nextAttempt, type Failure } from './retries.ts'
import { testSubject } from './test-event.ts'

/** The result of a request, or why there is none. */
export interface Reply extends Failure {
  readonly error: CodedMessage | null
  readonly body: string | null
}

export interface Outcome {
  readonly delivery: DeliveryRecord
  readonly isSuccess: boolean
  /** Set if the webhook must be disabled. */
  readonly disables?: DisabledReason
  /** When the webhook began to fail; null if it works. Undefined if that does not change. */
  readonly failingSince?: number | null
}

export function isSuccess({ status }: Pick<Reply, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300
}

export function outcomeOf(
  delivery: DeliveryRecord,
  hook: Pick<WebhookRecord, 'failingSince'>,
  reply: Reply,
  time: { now: number; random: number },
): Outcome {
  const { now } = time
  const attempts = delivery.attempts + 1
  const ended = { ...delivery, attempts, nextAt: null, endedAt: now }
  // A test says nothing about the deliveries of events.
  const isTest = delivery.subject === testSubject
  if (isSuccess(reply)) {
    const recovers = !isTest && hook.failingSince !== null
    const succeeded: DeliveryRecord = { ...ended, state: 'succeeded' }
    return { delivery: succeeded, isSuccess: true, ...(recovers && { failingSince: null }) }
  }
  const next = nextAttempt(attempts, reply, time)
  const isLast = isTest || reply.status === 410 || next > delivery.untilAt
  const after: DeliveryRecord = isLast
    ? { ...ended, state: 'failed' }
    : { ...delivery, attempts, nextAt: next }
  if (isTest) return { delivery: after, isSuccess: false }
  const since = hook.failingSince ?? now
  const disables = disabledBy(reply, now - since)
  return {
    delivery: after,
    isSuccess: false,
    ...(hook.failingSince === null && { failingSince: since }),
    ...(disables && { disables }),
  }
}

function disabledBy({ status }: Reply, failing: number): DisabledReason | undefined {
  if (status === 410) return 'gone'
  return failing >= failingTime ? 'failing' : undefined
}
