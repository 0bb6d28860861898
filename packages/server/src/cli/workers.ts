/** Runs several processes that serve on the same ports, and replaces those that exit. */
import cluster, { type Worker } from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'
import { countForWorkers } from '../access/limits-cluster.ts'
import { environmentOf, type Settings } from '../config.ts'
import type { AttemptCounts } from '../metrics/node-counts.ts'
import { collectCounts } from '../metrics/worker-counts.ts'
import { CommandError } from './command.ts'
import type { Terminal } from './terminal.ts'
import { isReady } from './worker-ready.ts'

/** After a worker has run this long, its replacement starts with the shortest pause again. */
const stableAfter = 10_000
const firstPause = 100
const longestPause = 10_000

interface WorkersOptions {
  onReady: () => void
  stopped: Promise<void>
  /** Of this process, which delivers webhooks. */
  attempts: AttemptCounts
}

export async function serveInWorkers(
  terminal: Terminal,
  settings: Settings,
  { onReady, stopped, attempts }: WorkersOptions,
): Promise<void> {
  // Each worker accepts connections itself. If the primary accepted them, a connection on its way to a
  // worker that dies would be lost, and its client would wait forever.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  // Settings go through the environment, because `ps` shows argument lists.
  cluster.setupPrimary({ args: ['start'] })
  if (settings.redis === undefined) countForWorkers()
  const collect = collectCounts(attempts)
  let isStopping = false
  const stopping = stopped.then(() => (isStopping = true))

  async function keepOneRunning(firstStart: PromiseWithResolvers<void>): Promise<void> {
    for (let pause = firstPause; !isStopping;) {
      const started = Date.now()
      const worker = cluster.fork(environmentOf(settings))
      worker.on('message', (message) => {
        if (isReady(message)) firstStart.resolve()
      })
      collect(worker)
      if (isStopping) worker.process.kill('SIGTERM')
      const reason = await exitOf(worker)
      if (isStopping) return
      firstStart.reject(
        new CommandError(`a worker failed to start (${reason}). See the messages above.`),
      )
      pause = Date.now() - started > stableAfter ? firstPause : Math.min(pause * 2, longestPause)
      terminal.note(`Worker exited (${reason}). Starting a new one in ${pause} ms.`)
      await Promise.race([delay(pause), stopping])
    }
  }

  const starts = Array.from({ length: settings.workers }, () => Promise.withResolvers<void>())
  const loops = starts.map((start) => keepOneRunning(start))
  try {
    await Promise.race([Promise.all(starts.map(({ promise }) => promise)), stopping])
    if (!isStopping) onReady()
    await stopping
  } finally {
    isStopping = true
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
    await Promise.all(loops)
  }
}

function exitOf(worker: Worker): Promise<string> {
  return new Promise((resolve) => {
    worker.once('exit', (code, signal) =>
      resolve(signal ? `signal ${signal}` : `exit code ${code}`),
    )
  })
}
