import { relative } from 'node:path'
import { startScheduler } from '../content/schedules/scheduler.ts'
import { openMedia } from '../media/open-storage.ts'
import { countHere } from '../metrics/node-counts.ts'
import { createFolder } from '../store/create-folder.ts'
import { startUpkeep } from '../upkeep/schedule.ts'
import type { LoadedConfig } from '../config-file/load.ts'
import { defineCommand, UsageError } from './command.ts'
import type { CommandContext } from './context.ts'
import { followConfig } from './dev/follow-config.ts'
import { syncSchema } from './dev/sync-schema.ts'
import { listenOptions } from './listen-options.ts'
import { chosenPorts } from './ports.ts'
import { hasKeysIn, readyLines } from './ready-lines.ts'
import { serve } from './serve.ts'
import { stopSignal } from './stop-signal.ts'
import { startDelivery } from './webhook-delivery.ts'
import { typesIn, updateTypes } from './typegen.ts'

export const dev = defineCommand({
  options: listenOptions,
  details: [
    'Watches octavo.config.ts and the files that it imports. Prints the plan of each change, applies what',
    'loses nothing, and asks before it deletes content. Offers to write likely renames of fields, models',
    'and field sets into the file. Without a terminal it asks nothing and deletes no content. Where',
    '`types` names a file in the configuration, types of the models are written there.',
  ].join('\n'),
  async run(_, context) {
    const { config, terminal } = context
    if (!config) {
      throw new UsageError(
        'there is no octavo.config.ts here; create one, for example with octavo schema pull --out octavo.config.ts',
      )
    }
    const stopped = stopSignal()
    // Before anything is created, as in `start`.
    const settings = await chosenPorts(context.settings)
    createFolder(settings.dataFolder)
    const content = await context.content()
    const { id: rootId } = await context.root()
    const handle = async (changed: LoadedConfig, signal: AbortSignal): Promise<void> => {
      await syncSchema(
        { store: content.store, now: content.now, rootId, terminal },
        changed,
        signal,
      )
      await writeTypes(changed, context)
      if (!hasSameSettings(config, changed))
        terminal.note('Settings of the server changed. Restart octavo dev to use them.')
    }
    const untilStopped = new AbortController()
    void stopped.then(() => untilStopped.abort())
    await handle(config, untilStopped.signal)
    if (untilStopped.signal.aborted) return
    const hasKeys = await hasKeysIn(content.store)
    const { changeDays } = settings
    const kept = { ...content, ...openMedia(settings), changeDays }
    const upkeep = startUpkeep(kept, (line) => terminal.note(line))
    const scheduler = startScheduler({ ...content, log: (line) => terminal.note(line) })
    const webhooks = startDelivery(content, terminal, settings)
    const following = followConfig(config, terminal, handle)
    const onReady = (): void => {
      terminal.print(readyLines(settings, { hasKeys }).join('\n'))
      terminal.print(`Watching ${config.name}.`)
    }
    try {
      const follow = countHere(webhooks.attempts)
      await serve(content, terminal, settings, { onReady, stopped, follow })
    } finally {
      await following.stop()
      await Promise.all([upkeep.stop(), scheduler.stop(), webhooks.stop()])
    }
  },
})

async function writeTypes({ types }: LoadedConfig, context: CommandContext): Promise<void> {
  if (types === undefined) return
  const isNew = await updateTypes(types, await typesIn(context))
  if (isNew) context.terminal.note(`Wrote ${relative('', types)}.`)
}

function hasSameSettings(a: LoadedConfig, b: LoadedConfig): boolean {
  const texts = [a, b].map(({ variables }) => JSON.stringify([...variables]))
  return texts[0] === texts[1]
}
