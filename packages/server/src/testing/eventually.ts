/** Waiting in tests for what comes by itself. */
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'

/** Between two looks, in milliseconds. */
const pause = 10

export interface Patience {
  /** Of a machine that does nothing else. */
  seconds?: number
  /** What to say when it did not come. */
  otherwise?: () => string
}

/**
 * Looks until it holds. What runs out is a number of looks and not time: a machine that is busy with
 * other things takes longer for each of them, as it does for what is waited for.
 */
export async function eventually(
  holds: () => boolean | Promise<boolean>,
  { seconds = 60, otherwise = () => 'it does not come' }: Patience = {},
): Promise<void> {
  for (let looks = (seconds * 1_000) / pause; !(await holds()); looks--) {
    assert.ok(looks > 0, otherwise())
    await delay(pause)
  }
}
