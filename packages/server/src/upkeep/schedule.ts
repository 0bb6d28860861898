/**
 * Updates derived data after an upgrade, and removes expired data: once for the installation (trash,
 * replies), and on each machine (spool).
 */
import { systemClock, type Clock } from '../changes/clock.ts'
import { startJob } from '../changes/job.ts'
import { repeat } from '../changes/repeat.ts'
import { idempotentReplyTime } from '../content/idempotency.ts'
import { pruneRevisions } from '../content/revisions/prune.ts'
import { emptyTrash } from '../content/state.ts'
import { undoTime } from '../content/undo.ts'
import { createPreviews } from '../media/create-previews.ts'
import { emptyMediaTrash } from '../media/empty-media-trash.ts'
import type { MediaContext } from '../media/media-context.ts'
import type { Spool } from '../media/spool.ts'
import type { Unfinished } from '../media/storage.ts'
import { pruneWebhooks } from '../webhooks/prune.ts'
import { pruneChanges } from './prune-changes.ts'
import { updateDerived } from './update-derived.ts'

interface UpkeepContext extends MediaContext {
  readonly spool: Pick<Spool, 'unfinished'>
  /** How long entries of the change log are kept, in days. */
  readonly changeDays: number
}

const hour = 60 * 60 * 1000

/** Runs immediately and then every hour until it is stopped. */
export function startUpkeep(
  context: UpkeepContext,
  log: (line: string) => void,
  clock: Clock = systemClock,
): { stop(): Promise<void> } {
  const { store, spool } = context
  const timing = {
    clock,
    every: hour,
    onError: (error: unknown) =>
      log(`upkeep failed: ${error instanceof Error ? error.message : String(error)}`),
  }
  const shared = startJob({
    ...timing,
    name: 'upkeep',
    store,
    async run(signal, lease) {
      const updated = await updateDerived(context, lease, signal)
      if (updated > 0) log(`Updated the index for this version: ${updated} items`)
      const previews = await createPreviews(context, signal)
      if (previews > 0) log(`Created the previews of ${previews} images`)
      await removeExpired(context, signal)
    },
  })
  const stopped = new AbortController()
  // Each machine has its own folder for incoming files.
  const local = repeat({ ...timing, run: () => removeUnfinished(spool) }, stopped.signal)
  return {
    async stop() {
      stopped.abort()
      await Promise.all([shared.stop(), local])
    },
  }
}

async function removeExpired(context: UpkeepContext, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await emptyTrash(context)) > 0);
  while (!signal.aborted && (await emptyMediaTrash(context)) > 0);
  while (!signal.aborted && (await pruneChanges(context, context.changeDays)) > 0);
  while (!signal.aborted && (await pruneRevisions(context)) > 0);
  if (signal.aborted) return
  const oldest = context.now() - idempotentReplyTime
  await context.store.write((tx) => tx.idempotentReplies.removeBefore(oldest))
  await context.store.write((tx) => tx.undos.removeBefore(context.now() - undoTime))
  await pruneWebhooks(context, signal)
  // Last, because it may fail if the S3 bucket is unreachable.
  await removeUnfinished(context.mediaStorage)
}

/** Removes unfinished files of processes that died. Uploads in progress are not affected. */
async function removeUnfinished(place: { unfinished(): AsyncIterable<Unfinished> }): Promise<void> {
  for await (const { remove } of place.unfinished()) await remove()
}
