import { Refusal } from '@octavo/schema/errors.ts'
import {
  RateLimiterMemory,
  type RateLimiterAbstract,
  type RateLimiterRes,
} from 'rate-limiter-flexible'
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
  /** As this process heard of it last, without asking anybody. */
  known(key: LimitedKey, kind: LimitKind): Allowance | undefined
}

export type LimitedKey = Pick<KeyRecord, 'id' | 'readLimit' | 'writeLimit'>

export const windowSeconds = 60

/** Where counts are kept that several processes share. */
export interface SharedCounts {
  limiterOf(quota: number): RateLimiterAbstract
  close(): Promise<void>
}

/** Counts in memory; with `shared` elsewhere, and in memory only while that is out of reach. */
export function createLimits(
  defaults: LimitDefaults,
  log: (line: string) => void,
  shared?: SharedCounts,
): Limits {
  const own = byQuota((quota) => new RateLimiterMemory({ points: quota, duration: windowSeconds }))
  const others = shared && byQuota((quota) => shared.limiterOf(quota))
  /** What was last heard of each count, until it starts anew. */
  const heard = new Map<string, { remaining: number; endsAt: number }>()
  let isAlone = false

  async function ask<T>(
    quota: number,
    question: (limiter: RateLimiterAbstract) => Promise<T>,
  ): Promise<T> {
    if (!others) return question(own(quota))
    try {
      const answer = await question(others(quota))
      if (isAlone) log('limits are shared again')
      isAlone = false
      return answer
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (!isAlone) log(`limits are not shared now, each process counts alone: ${reason}`)
      isAlone = true
      return question(own(quota))
    }
  }

  function note(name: string, state: RateLimiterRes | null): void {
    if (!state) heard.delete(name)
    else
      heard.set(name, { remaining: state.remainingPoints, endsAt: Date.now() + state.msBeforeNext })
  }

  return {
    async count(key, kind) {
      const quota = quotaOf(key, kind, defaults)
      if (quota === 0) return undefined
      const name = nameOf(key, kind)
      const { state, isExceeded } = await ask(quota, (limiter) => consume(limiter, name))
      note(name, state)
      return allowance(kind, quota, state, isExceeded)
    },
    async look(key, kind) {
      const quota = quotaOf(key, kind, defaults)
      if (quota === 0) return undefined
      const name = nameOf(key, kind)
      const state = await ask(quota, (limiter) => limiter.get(name))
      note(name, state)
      return allowance(kind, quota, state, false)
    },
    known(key, kind) {
      const quota = quotaOf(key, kind, defaults)
      if (quota === 0) return undefined
      const name = nameOf(key, kind)
      const last = heard.get(name)
      const msBeforeNext = last ? last.endsAt - Date.now() : 0
      if (!last || msBeforeNext <= 0) {
        heard.delete(name)
        return allowance(kind, quota, null, false)
      }
      return allowance(kind, quota, { remainingPoints: last.remaining, msBeforeNext }, false)
    },
  }
}

function byQuota<Limiter>(make: (quota: number) => Limiter): (quota: number) => Limiter {
  const limiters = new Map<number, Limiter>()
  return (quota) => {
    const known = limiters.get(quota)
    if (known) return known
    const limiter = make(quota)
    limiters.set(quota, limiter)
    return limiter
  }
}

function nameOf(key: LimitedKey, kind: LimitKind): string {
  return `${kind} ${key.id}`
}

function quotaOf(key: LimitedKey, kind: LimitKind, defaults: LimitDefaults): number {
  return (kind === 'reads' ? key.readLimit : key.writeLimit) ?? defaults[kind]
}

/** The library says no by rejecting with the state; anything else is an error. */
async function consume(
  limiter: RateLimiterAbstract,
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
  state: Pick<RateLimiterRes, 'remainingPoints' | 'msBeforeNext'> | null,
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
