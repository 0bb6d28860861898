/** How long deliveries and their attempts are stored. */
import type { Store } from '../store/store.ts'

const day = 24 * 60 * 60 * 1000
const succeededDays = 7
const failedDays = 30
/** Finished deliveries of each webhook; older ones are removed earlier. */
const mostFinished = 100_000
const batchSize = 500

export async function pruneWebhooks(
  { store, now }: { store: Pick<Store, 'write'>; now(): number },
  signal: AbortSignal,
): Promise<void> {
  const times = {
    succeeded: now() - succeededDays * day,
    failed: now() - failedDays * day,
    perWebhook: mostFinished,
  }
  let hasMore = true
  while (hasMore && !signal.aborted) {
    hasMore = await store.write((tx) => tx.webhooks.prune(times, batchSize))
  }
}
