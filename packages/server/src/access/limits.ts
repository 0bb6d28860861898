import { Refusal } from '@octavo/schema/errors.ts'
import {
  RateLimiterMemory,
  type RateLimiterAbstract,
  type RateLimiterRes,
} from 'rate-limiter-flexible'
import type { KeyRecord } from '../store/records.ts'

/** Reads and writes are counted separately. */
export type LimitKind = 'reads' | 'writes'

/** Requests per minute; 0 means no limit. */
export type LimitDefaults = Readonly<Record<LimitKind, number>>

export const defaultLimits: LimitDefaults = { reads: 600, writes: 30 }

/** The state of a limit for a key. */
export interface Allowance {
  kind: LimitKind
  /** Requests per minute. */
  quota: number
  remaining: number
  /** Seconds until the count restarts, rounded up. */
  secondsLeft: number
  isExceeded: boolean
}

/** Counts requests by key id, and by nothing that a client could choose. */
export interface Limits {
  /** Counts one request; undefined if the key has no limit. */
  count(key: KeyRecord, kind: LimitKind): Promise<Allowance | undefined>
  /** Returns the state without counting. */
  peek(key: KeyRecord, kind: LimitKind): Promise<Allowance | undefined>
  /** The last state that this process received, without a request to the shared counter. */
  lastKnown(key: LimitedKey, kind: LimitKind): Allowance | undefined
}

export type LimitedKey = Pick<KeyRecord, 'id' | 'readLimit' | 'writeLimit'>

const windowSeconds = 60

/** Counters that several processes share. */
export interface SharedCounts {
  readonly counter: Counter
  close(): Promise<void>
}

/**
 * Counts and never rejects: the allowed number depends on the key, whose limit may change within a minute.
 */
export type Counter = Pick<RateLimiterAbstract, 'penalty' | 'get'>

/** Options that the library requires; `points` has no effect on counting. */
export const counting = { points: 1, duration: windowSeconds } as const

/** Counts in memory. With `shared`, counts there, and in memory only while that is unreachable. */
export function createLimits(
  defaults: LimitDefaults,
  log: (line: string) => void,
  shared?: SharedCounts,
): Limits {
  const own = new RateLimiterMemory(counting)
  /** The last received state of each count, until it restarts. */
  const received = new Map<string, { consumed: number; endsAt: number }>()
  let isAlone = false

  async function withCounter<T>(work: (counter: Counter) => Promise<T>): Promise<T> {
    if (!shared) return work(own)
    try {
      const result = await work(shared.counter)
      if (isAlone) log('Rate limits are shared again')
      isAlone = false
      return result
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (!isAlone) log(`Cannot reach the shared rate limits; each process counts alone: ${reason}`)
      isAlone = true
      return work(own)
    }
  }

  async function current(
    key: LimitedKey,
    kind: LimitKind,
    read: (counter: Counter, name: string) => Promise<RateLimiterRes | null>,
  ): Promise<Allowance | undefined> {
    const quota = quotaOf(key, kind, defaults)
    if (quota === 0) return undefined
    const name = nameOf(key, kind)
    const state = await withCounter((counter) => read(counter, name))
    if (state) {
      const { consumedPoints: consumed, msBeforeNext } = state
      received.set(name, { consumed, endsAt: Date.now() + msBeforeNext })
    } else received.delete(name)
    return allowance(kind, quota, state)
  }

  return {
    count: (key, kind) => current(key, kind, (counter, name) => counter.penalty(name)),
    peek: (key, kind) => current(key, kind, (counter, name) => counter.get(name)),
    lastKnown(key, kind) {
      const quota = quotaOf(key, kind, defaults)
      if (quota === 0) return undefined
      const name = nameOf(key, kind)
      const last = received.get(name)
      const msBeforeNext = last ? last.endsAt - Date.now() : 0
      if (!last || msBeforeNext <= 0) {
        received.delete(name)
        return allowance(kind, quota, null)
      }
      return allowance(kind, quota, { consumedPoints: last.consumed, msBeforeNext })
    },
  }
}

function nameOf(key: LimitedKey, kind: LimitKind): string {
  return `${kind} ${key.id}`
}

function quotaOf(key: LimitedKey, kind: LimitKind, defaults: LimitDefaults): number {
  return (kind === 'reads' ? key.readLimit : key.writeLimit) ?? defaults[kind]
}

function allowance(
  kind: LimitKind,
  quota: number,
  state: Pick<RateLimiterRes, 'consumedPoints' | 'msBeforeNext'> | null,
): Allowance {
  const consumed = state?.consumedPoints ?? 0
  const wait = state ? Math.max(0, state.msBeforeNext) : windowSeconds * 1000
  const secondsLeft = Math.max(1, Math.ceil(wait / 1000))
  const remaining = Math.max(0, quota - consumed)
  return { kind, quota, remaining, secondsLeft, isExceeded: consumed > quota }
}

/** The key has used all of its requests for this minute. */
export class LimitExceeded extends Refusal {
  readonly seconds: number

  constructor({ kind, quota, secondsLeft }: Allowance) {
    const wait = `${secondsLeft} ${secondsLeft === 1 ? 'second' : 'seconds'}`
    super('tooManyRequests', `this key may make ${quota} ${kind} per minute; retry in ${wait}`)
    this.name = 'LimitExceeded'
    this.seconds = secondsLeft
  }
}

/** The headers of the IETF draft on rate limits; none if the key has no limit. */
export function limitHeaders(state: Allowance | undefined): Record<string, string> {
  if (!state) return {}
  const { kind, quota, remaining, secondsLeft } = state
  return {
    'ratelimit-policy': `"${kind}";q=${quota};w=60`,
    ratelimit: `"${kind}";r=${remaining};t=${secondsLeft}`,
  }
}
