/**
 * Delivers webhooks in a worker thread, because requests, signatures and the log of attempts would slow down
 * the thread that serves readers. The thread starts when the first webhook exists.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { systemClock } from '../changes/clock.ts'
import type { Running } from '../changes/leased-work.ts'
import { createPause } from '../changes/pause.ts'
import type { Store } from '../store/store.ts'
import type { ThreadReport, ThreadRequest, ThreadSetup } from './delivery-thread.ts'

export interface DeliveryOptions extends ThreadSetup {
  readonly store: Pick<Store, 'read' | 'afterWrite'>
  log(line: string): void
  /** An attempt has ended. */
  onAttempt(isSuccess: boolean): void
}

/** How soon the first webhook is found, and how soon a failed thread is replaced, in milliseconds. */
const checkPause = 1_000
/** Messages about new events are sent at most this often, in milliseconds: each wakes the thread. */
const wakePause = 50

export function startDeliveryThread(options: DeliveryOptions): Running {
  const { store, address, assetsUrl, allowed, log, onAttempt } = options
  const pause = createPause(systemClock)
  let thread: Worker | undefined
  let waking: NodeJS.Timeout | undefined
  let isStopped = false

  const send = (request: ThreadRequest): void => thread?.postMessage(request)
  const unsubscribe = store.afterWrite((written) => {
    if (!written.some(({ events }) => events.length > 0)) return Promise.resolve()
    if (thread) wakeSoon()
    else pause.end()
    return Promise.resolve()
  })

  function wakeSoon(): void {
    waking ??= setTimeout(() => {
      waking = undefined
      send('wake')
    }, wakePause)
  }

  /** False if the database cannot be read now. */
  function hasWebhooks(): Promise<boolean> {
    return store.read(async (tx) => (await tx.webhooks.list()).length > 0).catch(() => false)
  }

  /** Resolves when the thread has ended. */
  async function runThread(): Promise<void> {
    const workerData: ThreadSetup = { address, assetsUrl, allowed }
    thread = new Worker(new URL('./delivery-thread.ts', import.meta.url), { workerData })
    thread.on('message', (report: ThreadReport) => {
      if ('line' in report) log(report.line)
      else onAttempt(report.isSuccess)
    })
    try {
      await once(thread, 'exit')
    } catch (error) {
      log(`Cannot deliver webhooks: ${error instanceof Error ? error.message : String(error)}`)
    }
    thread = undefined
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      if ((await hasWebhooks()) && !isStopped) await runThread()
      if (!isStopped) await pause.wait(checkPause)
    }
  }

  const running = run()
  return {
    async stop() {
      isStopped = true
      unsubscribe()
      clearTimeout(waking)
      pause.end()
      send('stop')
      await running
    },
  }
}
