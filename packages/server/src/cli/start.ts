import cluster from 'node:cluster'
import { openExternalCache } from '../cache/external/external-cache.ts'
import { startExternalPurger } from '../cache/external/purger.ts'
import type { Running } from '../changes/leased-work.ts'
import type { Settings } from '../config.ts'
import { startScheduler } from '../content/schedules/scheduler.ts'
import type { ContentContext } from '../content/context.ts'
import type { Demo } from '../demo/load-demo.ts'
import { createFolder } from '../store/create-folder.ts'
import { openMedia } from '../media/open-storage.ts'
import { countHere } from '../metrics/node-counts.ts'
import { countInPrimary } from '../metrics/worker-counts.ts'
import { startUpkeep } from '../upkeep/schedule.ts'
import { defineCommand, type Command } from './command.ts'
import type { CommandContext } from './context.ts'
import { listenOptions } from './listen-options.ts'
import { chosenPorts } from './ports.ts'
import { hasKeysIn, readyLines } from './ready-lines.ts'
import { serve } from './serve.ts'
import { bringSchema } from './start-schema.ts'
import { stopSignal } from './stop-signal.ts'
import type { Terminal } from './terminal.ts'
import { startDelivery } from './webhook-delivery.ts'
import { reportReady } from './worker-ready.ts'

export const start: Command = defineCommand({
  options: {
    ...listenOptions,
    workers: { type: 'string', value: 'N', about: 'worker processes (OCTAVO_WORKERS, default: 1)' },
    demo: { type: 'boolean', about: 'load demo content into an empty instance' },
    'apply-schema': {
      type: 'boolean',
      about: 'first apply the models of octavo.config.ts, unless that would delete content',
    },
  },
  details: [
    'Set OCTAVO_BASE_URL and OCTAVO_ASSETS_URL to the public addresses of the server.',
    'On SIGTERM or SIGINT the server finishes open requests and exits with 0.',
  ].join('\n'),
  run: ({ options }, context) =>
    cluster.isWorker
      ? runWorker(context)
      : runPrimary(context, {
          wantsDemo: options.demo === true,
          appliesSchema: options['apply-schema'] === true,
        }),
})

async function runWorker(context: CommandContext): Promise<void> {
  const stopped = stopSignal()
  const content = await context.content()
  await serve(content, context.terminal, context.settings, {
    onReady: reportReady,
    stopped,
    follow: countInPrimary,
  })
  // The channel to the primary would keep this process alive.
  process.disconnect?.()
}

interface StartOptions {
  wantsDemo: boolean
  appliesSchema: boolean
}

async function runPrimary(
  context: CommandContext,
  { wantsDemo, appliesSchema }: StartOptions,
): Promise<void> {
  const stopped = stopSignal()
  const { terminal } = context
  // Check the ports before creating the demo: its keys are shown only once, when the server is ready.
  const settings = await chosenPorts(context.settings)
  createFolder(settings.dataFolder)
  const content = await context.content()
  const demo = wantsDemo ? await createDemo(context) : undefined
  await bringSchema(context, appliesSchema)
  const hasKeys = await hasKeysIn(content.store)
  const { changeDays } = settings
  const kept = { ...content, ...openMedia(settings), changeDays }
  const upkeep = startUpkeep(kept, (line) => terminal.note(line))
  const scheduler = startScheduler({ ...content, log: (line) => terminal.note(line) })
  const purger = startPurger(content, terminal, settings)
  const webhooks = startDelivery(content, terminal, settings)
  const { attempts } = webhooks
  const onReady = (): void => terminal.print(readyLines(settings, { demo, hasKeys }).join('\n'))
  try {
    if (settings.workers > 1) {
      const { serveInWorkers } = await import('./workers.ts')
      await serveInWorkers(terminal, settings, { onReady, stopped, attempts })
    } else {
      await serve(content, terminal, settings, { onReady, stopped, follow: countHere(attempts) })
    }
  } finally {
    await Promise.all([upkeep.stop(), scheduler.stop(), purger?.stop(), webhooks.stop()])
  }
}

/** A lease makes sure that only one of several nodes purges the external cache. */
function startPurger(
  { store }: ContentContext,
  terminal: Terminal,
  { externalCache }: Settings,
): Running | undefined {
  if (!externalCache) return undefined
  const cache = openExternalCache(externalCache)
  return startExternalPurger({ store, cache, log: (line) => terminal.note(line) })
}

async function createDemo(context: CommandContext): Promise<Demo | undefined> {
  const { settings, terminal } = context
  const { loadDemo } = await import('../demo/load-demo.ts')
  return loadDemo(await context.content(), openMedia(settings).mediaStorage, {
    onStart: () => terminal.note('Creating the demo…'),
  })
}
