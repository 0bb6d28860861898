import cluster from 'node:cluster'
import { openOutsideCache } from '../cache/outside/outside-cache.ts'
import { startOutsidePurger } from '../cache/outside/purger.ts'
import type { Running } from '../changes/leased-work.ts'
import type { Settings } from '../config.ts'
import type { ContentContext } from '../content/context.ts'
import type { Demo } from '../demo/load-demo.ts'
import { makeFolder } from '../store/make-folder.ts'
import { openMedia } from '../media/open-storage.ts'
import { startUpkeep } from '../upkeep/schedule.ts'
import { defineCommand, type Command } from './command.ts'
import type { CommandContext } from './context.ts'
import { chosenPorts } from './ports.ts'
import { readyLines } from './ready-lines.ts'
import { serve } from './serve.ts'
import { stopSignal } from './stop-signal.ts'
import type { Terminal } from './terminal.ts'
import { sayReady } from './worker-ready.ts'

export const start: Command = defineCommand({
  options: {
    port: { type: 'string', value: 'N', about: 'port of API and web app (OCTAVO_PORT, 4000)' },
    'assets-port': {
      type: 'string',
      value: 'N',
      about: 'port of assets (OCTAVO_ASSETS_PORT, 4001)',
    },
    host: { type: 'string', value: 'HOST', about: 'address to listen on (OCTAVO_HOST, 127.0.0.1)' },
    workers: { type: 'string', value: 'N', about: 'processes that serve (OCTAVO_WORKERS, 1)' },
    demo: { type: 'boolean', about: 'fill an empty instance with a demo' },
  },
  details: [
    'OCTAVO_BASE_URL and OCTAVO_ASSETS_URL say under which addresses the public reaches it.',
    'SIGTERM finishes what is under way and exits with 0.',
  ].join('\n'),
  run: ({ options }, context) =>
    cluster.isWorker ? runWorker(context) : runPrimary(context, options.demo === true),
})

async function runWorker(context: CommandContext): Promise<void> {
  const stopped = stopSignal()
  const content = await context.content()
  await serve(content, context.terminal, context.settings, { onReady: sayReady, stopped })
  // The line to the primary would keep this process alive.
  process.disconnect?.()
}

async function runPrimary(context: CommandContext, wantsDemo: boolean): Promise<void> {
  const stopped = stopSignal()
  const { terminal } = context
  // Before anything is made: the keys of a demo that cannot be served would be lost.
  const settings = await chosenPorts(context.settings)
  makeFolder(settings.dataFolder)
  const content = await context.content()
  const demo = wantsDemo ? await makeDemo(context) : undefined
  const upkeep = startUpkeep({ ...content, ...openMedia(settings) }, (line) => terminal.note(line))
  const purger = startPurger(content, terminal, settings)
  const onReady = (): void => terminal.print(readyLines(settings, demo).join('\n'))
  try {
    if (settings.workers > 1) {
      const { serveInWorkers } = await import('./workers.ts')
      await serveInWorkers(terminal, settings, { onReady, stopped })
    } else await serve(content, terminal, settings, { onReady, stopped })
  } finally {
    await Promise.all([upkeep.stop(), purger?.stop()])
  }
}

/** Of several nodes, one tells the cache outside: they settle that among themselves. */
function startPurger(
  { store }: ContentContext,
  terminal: Terminal,
  { outsideCache }: Settings,
): Running | undefined {
  if (!outsideCache) return undefined
  const outside = openOutsideCache(outsideCache)
  return startOutsidePurger({ store, outside, log: (line) => terminal.note(line) })
}

async function makeDemo(context: CommandContext): Promise<Demo | undefined> {
  const { settings, terminal } = context
  const { loadDemo } = await import('../demo/load-demo.ts')
  return loadDemo(await context.content(), openMedia(settings).mediaStorage, {
    onStart: () => terminal.note('Making the demo.'),
  })
}
