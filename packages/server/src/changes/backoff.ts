/** How long to wait before failed work is retried. */

const firstPause = 100
/** The longest `Retry-After` time that is respected. */
const longestRetryAfter = 15 * 60 * 1000

/** A server rejected the request, and may have sent a time to retry. */
export class RetryLater extends Error {
  override name = 'RetryLater'
  /** In milliseconds. */
  readonly retryAfter: number | undefined

  constructor(message: string, retryAfter: number | undefined) {
    super(message)
    this.retryAfter = retryAfter
  }
}

/** Doubles with each failure up to the longest pause. Never shorter than the server requested. */
export function pauseAfter(failures: number, longest: number, error: unknown): number {
  const pause = Math.min(firstPause * 2 ** (failures - 1), longest)
  const retryAfter = error instanceof RetryLater ? (error.retryAfter ?? 0) : 0
  return Math.max(pause, Math.min(retryAfter, longestRetryAfter))
}

/** `Retry-After` in milliseconds: seconds, or a date. */
export function retryAfterIn(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}
