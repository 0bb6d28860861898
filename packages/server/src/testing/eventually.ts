/** Waits for a condition in tests. */
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'

/** Between two attempts, in milliseconds. */
const pause = 10

export interface WaitOptions {
  /** On an idle machine. */
  seconds?: number
  /** The message of the failure. */
  otherwise?: () => string
}

/**
 * Polls until the condition holds. The limit is a number of attempts and not a time, because a busy machine
 * takes longer for each attempt and also for the condition.
 */
export async function eventually(
  holds: () => boolean | Promise<boolean>,
  { seconds = 60, otherwise = () => 'timed out' }: WaitOptions = {},
): Promise<void> {
  for (let attempts = (seconds * 1_000) / pause; !(await holds()); attempts--) {
    assert.ok(attempts > 0, otherwise())
    await delay(pause)
  }
}
