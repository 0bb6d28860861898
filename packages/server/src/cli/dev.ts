import { relative } from 'node:path'
import { openMedia } from '../media/open-storage.ts'
import { createFolder } from '../store/create-folder.ts'
import { startUpkeep } from '../upkeep/schedule.ts'
import type { LoadedConfig } from '../config-file/load.ts'
import { defineCommand, UsageError } from './command.ts'
import type { CommandContext } from './context.ts'
import { followConfig } from './dev/follow-config.ts'
import { syncSchema } from './dev/sync-schema.ts'
import { listenOptions } from './listen-options.ts'
import { chosenPorts } from './ports.ts'
import { readyLines } from './ready-lines.ts'
import { serve } from './serve.ts'
import { stopSignal } from './stop-signal.ts'
import { typesIn, updateTypes } from './typegen.ts'

export const dev = defineCommand({
  options: listenOptions,
  details: [
    'Watches octavo.config.ts and the files that it imports. Prints the plan of each change, applies what',
    'loses nothing and asks before it deletes content; without a terminal it never deletes any. Where',
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
    const upkeep = startUpkeep({ ...content, ...openMedia(settings) }, (line) =>
      terminal.note(line),
    )
    const following = followConfig(config, terminal, handle)
    const onReady = (): void => {
      terminal.print(readyLines(settings, undefined).join('\n'))
      terminal.print(`Watching ${config.name}.`)
    }
    try {
      await serve(content, terminal, settings, { onReady, stopped })
    } finally {
      await following.stop()
      await upkeep.stop()
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
