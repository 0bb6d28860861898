/** What has to be done now and then. One process does it for all. */
import { keptReplyTime } from '../content/once.ts'
import { emptyTrash } from '../content/state.ts'
import { emptyMediaTrash } from '../media/empty-media-trash.ts'
import { removeUnfinished } from '../media/remove-unfinished.ts'
import type { UploadContext } from '../media/media-context.ts'

const hour = 60 * 60 * 1000

/** Begins at once and repeats every hour, until it is stopped. */
export function startUpkeep(
  context: UploadContext,
  log: (line: string) => void,
): { stop(): Promise<void> } {
  let running = Promise.resolve()
  const run = (): void => {
    running = running
      .then(() => upkeep(context))
      .catch((error: unknown) => {
        log(`upkeep failed: ${error instanceof Error ? error.message : String(error)}`)
      })
  }
  run()
  const timer = setInterval(run, hour)
  return {
    stop() {
      clearInterval(timer)
      return running
    },
  }
}

async function upkeep(context: UploadContext): Promise<void> {
  while ((await emptyTrash(context)) > 0);
  while ((await emptyMediaTrash(context)) > 0);
  const oldest = context.now() - keptReplyTime
  await context.store.write((tx) => tx.keptReplies.removeBefore(oldest))
  // The last, as it is the one that needs a bucket to be there.
  await removeUnfinished(context)
}
