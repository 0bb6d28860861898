/** When a failed delivery is attempted again. Pure. */
import { retryAfterIn } from '../changes/backoff.ts'

const hour = 60 * 60 * 1000
/** How long a delivery is attempted. */
export const retryTime = 3 * 24 * hour
/** How long a webhook may fail before it is disabled. */
export const failingTime = 5 * 24 * hour
const firstPause = 2_000
const longestPause = 4 * hour
/** A longer `Retry-After` is not respected. */
const longestRetryAfter = 24 * hour

/** Status codes of a target that is overloaded: nothing else is sent for a moment, either. */
const overloaded: readonly number[] = [429, 502, 503, 504]
const firstSlowdown = 1_000
const longestSlowdown = 60_000
const longestAskedSlowdown = hour

export interface Failure {
  /** Null if there was no response. */
  readonly status: number | null
  readonly retryAfter: string | null
}

/** The pause doubles with each attempt, and is shortened by up to half at random. */
export function nextAttempt(
  attempts: number,
  { retryAfter }: Failure,
  { now, random }: { now: number; random: number },
): number {
  const pause = Math.min(firstPause * 2 ** (attempts - 1), longestPause)
  const asked = Math.min(retryAfterIn(retryAfter, now) ?? 0, longestRetryAfter)
  return now + Math.ceil(Math.max(pause * (1 - random / 2), asked))
}

/** How long the webhook sends nothing; `slowdowns` counts such responses in a row, this one included. */
export function slowdown(
  { status, retryAfter }: Failure,
  slowdowns: number,
  now: number,
): number | undefined {
  if (status === null || !overloaded.includes(status)) return undefined
  const pause = Math.min(firstSlowdown * 2 ** (slowdowns - 1), longestSlowdown)
  const asked = Math.min(retryAfterIn(retryAfter, now) ?? 0, longestAskedSlowdown)
  return Math.max(pause, asked)
}
