/** How long to leave an outside cache alone that did not take a purge. */

const firstPause = 100
/** However long it asks for: meanwhile it gives answers that are out of date. */
const longestWish = 15 * 60 * 1000

/** It did not take a purge, and may have said when to come back. */
export class PurgeRefused extends Error {
  /** In milliseconds. */
  readonly retryAfter: number | undefined

  constructor(message: string, retryAfter: number | undefined) {
    super(message)
    this.name = 'PurgeRefused'
    this.retryAfter = retryAfter
  }
}

/** Each time twice as long, up to the longest pause; never before the time that it named. */
export function pauseAfter(failures: number, longest: number, error: unknown): number {
  const pause = Math.min(firstPause * 2 ** (failures - 1), longest)
  const wish = error instanceof PurgeRefused ? (error.retryAfter ?? 0) : 0
  return Math.max(pause, Math.min(wish, longestWish))
}

/** `Retry-After` in milliseconds: seconds, or a date. */
export function retryAfterIn(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}
