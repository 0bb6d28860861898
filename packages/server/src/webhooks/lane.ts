/**
 * The deliveries of one webhook in memory: which of them may be attempted next. First attempts of a subject
 * are made one after the other, in order. Retries wait for nothing and hold nothing up.
 */
import type { DeliveryRecord, PendingDelivery, WebhookRecord } from '../store/webhooks.ts'
import { slowdown, type Failure } from './retries.ts'
import { testSubject } from './test-event.ts'

/** Requests at the same time: to a target that responds, and to one that fails or is slow. */
const mostAtOnce = 16
const mostAtOnceSlow = 2
/** A slower target gets fewer requests at the same time, in milliseconds. */
const slowAfter = 3_000
/** One of this many requests is a retry, if one is due. */
const retryShare = 4
/** Deliveries that are loaded ahead. */
const windowSize = 200
const minute = 60_000

export interface Lane {
  /** The webhook as last read. */
  hook: WebhookRecord
  /** How many first attempts and retries to read. 0 if enough are loaded. */
  wanted(): number
  add(firsts: readonly PendingDelivery[], retries: readonly PendingDelivery[]): void
  /** The next delivery to attempt, which is then in progress. Undefined if none may start now. */
  next(now: number): PendingDelivery | undefined
  /** An attempt has ended. It stays known until its result is saved. */
  ended(delivery: DeliveryRecord, failure: Failure | undefined, duration: number, now: number): void
  saved(delivery: DeliveryRecord): void
  /** The attempt was not made: it is the next one of its subject again. */
  putBack(delivery: PendingDelivery): void
  /** Removes what must not be attempted any more, because the webhook was disabled. */
  drop(): void
  /** When the next delivery may start, if time is all that it waits for. */
  readyAt(): number
  isSlow(): boolean
  isIdle(): boolean
}

export function createLane(hook: WebhookRecord): Lane {
  let firsts: PendingDelivery[] = []
  let retries: PendingDelivery[] = []
  /** Loaded deliveries whose result is not saved yet. */
  const known = new Set<number>()
  /** Subjects with a first attempt in progress. */
  const busy = new Set<string>()
  let running = 0
  let picks = 0
  let isSlow = false
  let slowdowns = 0
  /** Nothing is sent before: the target asked to slow down, or the rate is limited. */
  let pausedUntil = 0
  let nextSlot = 0

  const isNew = ({ eventId }: DeliveryRecord): boolean => !known.has(eventId)
  const limit = (): number => (isSlow ? mostAtOnceSlow : mostAtOnce)

  function takeFirst(): PendingDelivery | undefined {
    const index = firsts.findIndex(({ subject }) => !busy.has(subject))
    const [taken] = index === -1 ? [] : firsts.splice(index, 1)
    if (taken) busy.add(taken.subject)
    return taken
  }

  return {
    hook,
    wanted: () => (firsts.length + retries.length < mostAtOnce ? known.size + windowSize : 0),
    add(loadedFirsts, loadedRetries) {
      const [newFirsts, newRetries] = [loadedFirsts.filter(isNew), loadedRetries.filter(isNew)]
      firsts = [...firsts, ...newFirsts].toSorted((a, b) => a.eventId - b.eventId)
      retries = [...retries, ...newRetries]
      for (const { eventId } of [...newFirsts, ...newRetries]) known.add(eventId)
    },
    next(now) {
      if (running >= limit() || now < Math.max(pausedUntil, nextSlot)) return undefined
      const isRetryTurn = ++picks % retryShare === 0
      const taken = isRetryTurn
        ? (retries.shift() ?? takeFirst())
        : (takeFirst() ?? retries.shift())
      if (!taken) return undefined
      running++
      const { rateLimit } = this.hook
      if (rateLimit !== null) nextSlot = Math.max(now, nextSlot) + minute / rateLimit
      return taken
    },
    ended(delivery, failure, duration, now) {
      running--
      if (delivery.attempts === 0) busy.delete(delivery.subject)
      isSlow = failure !== undefined || duration >= slowAfter
      const pause = failure && slowdown(failure, slowdowns + 1, now)
      slowdowns = pause === undefined ? 0 : slowdowns + 1
      if (pause !== undefined) pausedUntil = Math.max(pausedUntil, now + pause)
    },
    putBack(delivery) {
      running--
      if (delivery.attempts > 0) retries = [delivery, ...retries]
      else {
        busy.delete(delivery.subject)
        firsts = [delivery, ...firsts].toSorted((a, b) => a.eventId - b.eventId)
      }
    },
    saved({ eventId }) {
      known.delete(eventId)
    },
    drop() {
      const isTest = ({ subject }: DeliveryRecord): boolean => subject === testSubject
      for (const { eventId } of [...firsts, ...retries].filter((one) => !isTest(one))) {
        known.delete(eventId)
      }
      firsts = firsts.filter(isTest)
      retries = []
    },
    readyAt() {
      const hasNext = retries.length > 0 || firsts.some(({ subject }) => !busy.has(subject))
      return hasNext && running < limit() ? Math.max(pausedUntil, nextSlot) : Infinity
    },
    isSlow: () => isSlow,
    isIdle: () => known.size === 0,
  }
}
