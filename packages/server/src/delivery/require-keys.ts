import { Unavailable } from '@octavo/schema/errors.ts'
import { hasAllKeys } from '../content/derive.ts'
import type { Reading } from '../store/reading.ts'

const retrySeconds = 10

/** Refuses reads until all items have the keys that every operator reads. Upkeep adds them after an upgrade. */
export function keyCheck(): (reading: Reading) => Promise<void> {
  let isComplete = false
  return async (reading) => {
    if (isComplete) return
    const { completed, oldest } = await reading.derivedForms()
    // Document ids ascend: if the oldest document has the keys, all have them.
    if (!hasAllKeys(completed) && oldest !== undefined && !hasAllKeys(oldest)) {
      const reason = 'the index for this filter is being updated after an upgrade'
      throw new Unavailable(reason, retrySeconds)
    }
    isComplete = true
  }
}
