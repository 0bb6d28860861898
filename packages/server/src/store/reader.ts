/** Who waits for a read and until when; what ends a read before it is done. */
import { Unavailable } from '@octavo/schema/errors.ts'

export interface Reader {
  /** The root space that the read counts against; 0 until it is known. */
  rootId: number
  /** The key or account within it. */
  caller: string
  /** By the clock of `performance.now`. */
  readonly deadline: number
  /** Whether nobody waits for the result any more. */
  isGone(): boolean
}

/** Time for one read, in milliseconds. */
export const usualQueryTimeout = 5_000

const retryAfter = 5

export function readerOf(timeout: number, isGone: () => boolean): Reader {
  return { rootId: 0, caller: '', deadline: performance.now() + timeout, isGone }
}

/** A statement examines more rows than the serving thread may: it must run elsewhere. */
export class OverBudget extends Error {
  override name = 'OverBudget'
  /** Whether the serving thread has begun the statement. False where an estimate was enough. */
  readonly hasBegun: boolean

  constructor(message: string, hasBegun: boolean) {
    super(message)
    this.hasBegun = hasBegun
  }
}

export function tookTooLong(): Unavailable {
  return new Unavailable(
    'the read took too long: use fewer filters, or a filter that fewer items match',
    retryAfter,
  )
}

export function tooManyWaiting(): Unavailable {
  return new Unavailable('too many long reads of this root space are waiting', retryAfter)
}

export function nobodyWaits(): Unavailable {
  return new Unavailable('the client has disconnected', retryAfter)
}
