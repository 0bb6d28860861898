/**
 * Renders long responses a few at a time. One processor renders them no faster at once, and their memory would
 * be in use before the first of them is sent.
 */
import { createScheduler } from '../scheduling/scheduler.ts'

/** Bytes. */
const longResponse = 512 * 1024
const concurrency = 4

const scheduler = createScheduler({ running: { total: concurrency } })

/** Root spaces take turns. */
export async function inTurnIfLong<T>(
  bytes: number,
  rootId: number,
  render: () => T | Promise<T>,
): Promise<T> {
  if (bytes <= longResponse) return render()
  return scheduler.run({ group: rootId }, async () => render())
}
