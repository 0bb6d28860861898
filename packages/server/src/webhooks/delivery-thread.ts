/** The worker thread of `thread.ts`: delivers webhooks with its own connections to the database. */
import type { BlockList } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { openStore, type StoreAddress } from '../store/open-store.ts'
import { startWebhooks } from './start.ts'

export interface ThreadSetup {
  readonly address: StoreAddress
  /** Public URL of media files, without a trailing slash. */
  readonly assetsUrl: string
  /** Address ranges that webhooks may reach although they are not public. */
  readonly allowed: BlockList
  /** Shared with the main thread: the number of failed attempts, and of successful ones. */
  readonly counts: Uint32Array
}

/** There may be new events; or finish. */
export type ThreadRequest = 'wake' | 'stop'

/** A line for the log. */
export type ThreadReport = string

const { address, assetsUrl, allowed, counts } = workerData as ThreadSetup

// After a power failure, events whose results are lost are delivered again.
const store = await openStore(address, { isDurable: false })
const webhooks = startWebhooks({
  store,
  assetsUrl,
  allowed,
  now: () => Date.now(),
  log: (line) => parentPort?.postMessage(line satisfies ThreadReport),
  onAttempt(isSuccess) {
    const index = Number(isSuccess)
    counts[index] = (counts[index] ?? 0) + 1
  },
})

parentPort?.on('message', (request: ThreadRequest) => {
  if (request === 'wake') webhooks.wake()
  else void stop()
})

async function stop(): Promise<void> {
  await webhooks.stop()
  await store.close()
  parentPort?.close()
}
