/** What has to be done now and then. One process does it for all. */
import type { ContentContext } from '../content/context.ts'
import { keptReplyTime } from '../content/once.ts'
import { emptyTrash } from '../content/state.ts'

const hour = 60 * 60 * 1000

/** Begins at once and repeats every hour, until it is stopped. */
export function startUpkeep(
  context: ContentContext,
  log: (line: string) => void,
): { stop(): Promise<void> } {
  let running = Promise.resolve()
  const run = (): void => {
    running = running.then(() => upkeep(context)).catch((error: unknown) => {
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

export async function upkeep(context: ContentContext): Promise<void> {
  while ((await emptyTrash(context)) > 0);
  const oldest = context.now() - keptReplyTime
  await context.store.write((tx) => tx.keptReplies.removeBefore(oldest))
}
