/** Several processes that serve on the same ports; one that dies is started again. */
import cluster, { type Worker } from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'
import { countForWorkers } from '../access/limits-cluster.ts'
import { environmentOf, type Settings } from '../config.ts'
import { CommandError } from './command.ts'
import type { Terminal } from './terminal.ts'
import { isReady } from './worker-ready.ts'

/** A worker that lived this long was well: the next one need not wait. */
const wellAfter = 10_000
const firstPause = 100
const longestPause = 10_000

export async function serveInWorkers(
  terminal: Terminal,
  settings: Settings,
  { onReady, stopped }: { onReady: () => void; stopped: Promise<void> },
): Promise<void> {
  // Each worker takes connections from the system itself. If this process took them and handed them over,
  // one that is on its way to a worker that dies would be lost, and its client would wait for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  // All that a worker has to know is in its environment: an argument list shows in `ps`.
  cluster.setupPrimary({ args: ['start'] })
  if (settings.redis === undefined) countForWorkers()
  let isStopping = false
  const stopping = stopped.then(() => (isStopping = true))

  async function keepOne(firstStart: PromiseWithResolvers<void>): Promise<void> {
    for (let pause = firstPause; !isStopping;) {
      const started = Date.now()
      const worker = cluster.fork(environmentOf(settings))
      worker.on('message', (said) => {
        if (isReady(said)) firstStart.resolve()
      })
      if (isStopping) worker.process.kill('SIGTERM')
      const reason = await ended(worker)
      if (isStopping) return
      firstStart.reject(new CommandError(`a worker did not start (${reason}): see above.`))
      pause = Date.now() - started > wellAfter ? firstPause : Math.min(pause * 2, longestPause)
      terminal.note(`A worker ended (${reason}); the next one starts in ${pause} ms.`)
      await Promise.race([delay(pause), stopping])
    }
  }

  const starts = Array.from({ length: settings.workers }, () => Promise.withResolvers<void>())
  const kept = starts.map((start) => keepOne(start))
  try {
    await Promise.race([Promise.all(starts.map(({ promise }) => promise)), stopping])
    if (!isStopping) onReady()
    await stopping
  } finally {
    isStopping = true
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
    await Promise.all(kept)
  }
}

function ended(worker: Worker): Promise<string> {
  return new Promise((resolve) => {
    worker.once('exit', (code, signal) => resolve(signal ? `by ${signal}` : `exit code ${code}`))
  })
}
