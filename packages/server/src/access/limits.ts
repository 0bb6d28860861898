import { Refusal } from '@octavo/schema/errors.ts'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import type { KeyRecord } from '../store/records.ts'

/** Reads and writes are counted apart. */
export type LimitKind = 'reads' | 'writes'

/** Requests a minute; 0 is no limit. */
export type LimitDefaults = Readonly<Record<LimitKind, number>>

export const usualLimits: LimitDefaults = { reads: 600, writes: 30 }

/** How a key stands with one of its limits. */
export interface Allowance {
  kind: LimitKind
  /** Requests a minute. */
  quota: number
  remaining: number
  /** Until the count starts anew, rounded up. */
  secondsLeft: number
  isExceeded: boolean
}

/** Counts requests by key id and nothing else that a client could choose. */
export interface Limits {
  /** Counts one request; undefined where the key has no limit. */
  count(key: KeyRecord, kind: LimitKind): Promise<Allowance | undefined>
  /** The same without counting. */
  look(key: KeyRecord, kind: LimitKind): Promise<Allowance | undefined>
}

const windowSeconds = 60

export function limitsInMemory(defaults: LimitDefaults): Limits {
  const limiters = new Map<number, RateLimiterMemory>()

  function limiterOf(quota: number): RateLimiterMemory {
    const known = limiters.get(quota)
    if (known) return known
    const limiter = new RateLimiterMemory({ points: quota, duration: windowSeconds })
    limiters.set(quota, limiter)
    return limiter
  }

  return {
    async count(key, kind) {
      const quota = quotaOf(key, kind, defaults)
      if (quota === 0) return undefined
      const { state, isExceeded } = await consume(limiterOf(quota), `${kind} ${key.id}`)
      return allowance(kind, quota, state, isExceeded)
    },
    async look(key, kind) {
      const quota = quotaOf(key, kind, defaults)
      if (quota === 0) return undefined
      const state = await limiterOf(quota).get(`${kind} ${key.id}`)
      return allowance(kind, quota, state, false)
    },
  }
}

function quotaOf(key: KeyRecord, kind: LimitKind, defaults: LimitDefaults): number {
  return (kind === 'reads' ? key.readLimit : key.writeLimit) ?? defaults[kind]
}

/** The library says no by rejecting with the state; anything else is an error. */
async function consume(
  limiter: RateLimiterMemory,
  name: string,
): Promise<{ state: RateLimiterRes; isExceeded: boolean }> {
  try {
    return { state: await limiter.consume(name), isExceeded: false }
  } catch (state) {
    if (state instanceof Error) throw state
    return { state: state as RateLimiterRes, isExceeded: true }
  }
}

function allowance(
  kind: LimitKind,
  quota: number,
  state: RateLimiterRes | null,
  isExceeded: boolean,
): Allowance {
  const remaining = state ? Math.max(0, state.remainingPoints) : quota
  const wait = state ? Math.max(0, state.msBeforeNext) : windowSeconds * 1000
  return { kind, quota, remaining, secondsLeft: Math.max(1, Math.ceil(wait / 1000)), isExceeded }
}

/** The key has used up its requests of this minute. */
export class LimitExceeded extends Refusal {
  readonly seconds: number

  constructor({ kind, quota, secondsLeft }: Allowance) {
    const wait = `${secondsLeft} ${secondsLeft === 1 ? 'second' : 'seconds'}`
    super(
      'tooManyRequests',
      `this key may make ${quota} ${kind} a minute; the next request is possible in ${wait}`,
    )
    this.name = 'LimitExceeded'
    this.seconds = secondsLeft
  }
}
