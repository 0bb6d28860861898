/**
 * Delivers webhooks in a worker thread, because requests, signatures and the log of attempts would slow down
 * the thread that serves readers. The thread starts when the first webhook exists.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { systemClock } from '../changes/clock.ts'
import type { Running } from '../changes/leased-work.ts'
import { createPause } from '../changes/pause.ts'
import type { AttemptCounts } from '../metrics/node-counts.ts'
import type { Store } from '../store/store.ts'
import type { ThreadReport, ThreadRequest, ThreadSetup } from './delivery-thread.ts'

export interface DeliveryOptions extends Omit<ThreadSetup, 'counts'> {
  readonly store: Pick<Store, 'read' | 'afterWrite'>
  log(line: string): void
}

export interface DeliveryThread extends Running {
  /** Since the start of this process. */
  readonly attempts: AttemptCounts
}

/** How soon the first webhook is found, and how soon a failed thread is replaced, in milliseconds. */
const checkPause = 1_000
/** Messages about new events are sent at most this often, in milliseconds: each wakes the thread. */
const wakePause = 50

export function startDeliveryThread(options: DeliveryOptions): DeliveryThread {
  const { store, address, assetsUrl, allowed, log } = options
  // Shared memory: a message for each attempt would wake this thread.
  const counts = new Uint32Array(new SharedArrayBuffer(2 * Uint32Array.BYTES_PER_ELEMENT))
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
    const workerData: ThreadSetup = { address, assetsUrl, allowed, counts }
    thread = new Worker(new URL('./delivery-thread.ts', import.meta.url), { workerData })
    thread.on('message', (line: ThreadReport) => log(line))
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
    attempts: {
      get failed() {
        return counts[0] ?? 0
      },
      get succeeded() {
        return counts[1] ?? 0
      },
    },
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
