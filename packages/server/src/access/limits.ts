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

const windowSeconds = 60

/** Where counts are kept that several processes share. */
export interface SharedCounts {
  readonly counter: Counter
  close(): Promise<void>
}

/** Counts and never refuses: what is too much depends on the key, whose limit may change in a minute. */
export type Counter = Pick<RateLimiterAbstract, 'penalty' | 'get'>

/** What the library asks for, and a counter has no use for. */
export const counting = { points: 1, duration: windowSeconds } as const

/** Counts in memory; with `shared` elsewhere, and in memory only while that is out of reach. */
export function createLimits(
  defaults: LimitDefaults,
  log: (line: string) => void,
  shared?: SharedCounts,
): Limits {
  const own = new RateLimiterMemory(counting)
  /** What was last heard of each count, until it starts anew. */
  const heard = new Map<string, { consumed: number; endsAt: number }>()
  let isAlone = false

  async function ask<T>(question: (counter: Counter) => Promise<T>): Promise<T> {
    if (!shared) return question(own)
    try {
      const answer = await question(shared.counter)
      if (isAlone) log('limits are shared again')
      isAlone = false
      return answer
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (!isAlone) log(`limits are not shared now, each process counts alone: ${reason}`)
      isAlone = true
      return question(own)
    }
  }

  async function current(
    key: LimitedKey,
    kind: LimitKind,
    question: (counter: Counter, name: string) => Promise<RateLimiterRes | null>,
  ): Promise<Allowance | undefined> {
    const quota = quotaOf(key, kind, defaults)
    if (quota === 0) return undefined
    const name = nameOf(key, kind)
    const state = await ask((counter) => question(counter, name))
    if (state) {
      const { consumedPoints: consumed, msBeforeNext } = state
      heard.set(name, { consumed, endsAt: Date.now() + msBeforeNext })
    } else heard.delete(name)
    return allowance(kind, quota, state)
  }

  return {
    count: (key, kind) => current(key, kind, (counter, name) => counter.penalty(name)),
    look: (key, kind) => current(key, kind, (counter, name) => counter.get(name)),
    known(key, kind) {
      const quota = quotaOf(key, kind, defaults)
      if (quota === 0) return undefined
      const name = nameOf(key, kind)
      const last = heard.get(name)
      const msBeforeNext = last ? last.endsAt - Date.now() : 0
      if (!last || msBeforeNext <= 0) {
        heard.delete(name)
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
