/** The client of a read, with its deadline, and the errors that end a read early. */
import { Unavailable } from '@octavo/schema/errors.ts'

export interface Reader {
  /** The root space that the read is charged to; 0 until it is known. */
  rootId: number
  /** The API key or account within the root space. */
  caller: string
  /** On the clock of `performance.now`. */
  readonly deadline: number
  /** Whether the client has disconnected. */
  isGone(): boolean
}

/** Time limit for one read, in milliseconds. */
export const defaultQueryTimeout = 5_000

const retryAfter = 5

/** A statement would examine more rows than the serving thread allows. It must run on another thread. */
export class OverBudget extends Error {
  override name = 'OverBudget'
  /**
   * Whether the serving thread has started the statement. False if the estimate alone exceeded the budget.
   */
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
  return new Unavailable(
    'too many long reads of this root space are waiting: retry later',
    retryAfter,
  )
}

export function clientDisconnected(): Unavailable {
  return new Unavailable('the client has disconnected', retryAfter)
}
