/** What is removed from time to time: by one process for the installation, and on each machine. */
import { systemClock, type Clock } from '../changes/clock.ts'
import { startJob } from '../changes/job.ts'
import { repeat } from '../changes/repeat.ts'
import { keptReplyTime } from '../content/once.ts'
import { emptyTrash } from '../content/state.ts'
import { emptyMediaTrash } from '../media/empty-media-trash.ts'
import type { MediaContext } from '../media/media-context.ts'
import { removeUnfinished } from '../media/remove-unfinished.ts'
import type { Spool } from '../media/spool.ts'

interface UpkeepContext extends MediaContext {
  readonly spool: Pick<Spool, 'unfinished'>
}

const hour = 60 * 60 * 1000

/** Begins at once and repeats every hour until it is stopped. */
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
    run: (signal) => removeExpired(context, signal),
  })
  const stopped = new AbortController()
  // The folder for incoming files is on each machine.
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
  if (signal.aborted) return
  const oldest = context.now() - keptReplyTime
  await context.store.write((tx) => tx.keptReplies.removeBefore(oldest))
  // The last, as it is the one that needs a bucket to be there.
  await removeUnfinished(context.mediaStorage)
}
