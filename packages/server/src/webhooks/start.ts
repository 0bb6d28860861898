/** Delivers webhooks while this process holds the lease. Any process can take over. */
import type { BlockList } from 'node:net'
import { systemClock, type Clock } from '../changes/clock.ts'
import { startLeasedWork, type Running } from '../changes/leased-work.ts'
import type { Store } from '../store/store.ts'
import { createDispatcher } from './dispatcher.ts'
import { createResolve, type Resolve } from './network/resolve.ts'
import { createSender } from './network/send.ts'

export interface WebhookOptions {
  readonly store: Store
  /** Public URL of media files, without a trailing slash. */
  readonly assetsUrl: string
  /** Address ranges that webhooks may reach although they are not public. */
  readonly allowed: BlockList
  now(): number
  log(line: string): void
  readonly clock?: Clock
  readonly resolve?: Resolve
  random?(): number
  /** An attempt has ended. */
  onAttempt?(isSuccess: boolean): void
}

export interface RunningWebhooks extends Running {
  /** There may be new events. */
  wake(): void
}

export function startWebhooks(options: WebhookOptions): RunningWebhooks {
  const { store, allowed, log, clock = systemClock, resolve = createResolve() } = options
  const { random = Math.random } = options
  const sender = createSender({ resolve, allowed, clock })
  const dispatcher = createDispatcher({ ...options, sender, clock, random })
  const unsubscribe = store.afterWrite((written) => {
    if (written.some(({ events }) => events.length > 0)) dispatcher.wake()
    return Promise.resolve()
  })
  const running = startLeasedWork({
    lease: store.openLease('webhooks', clock),
    clock,
    work: (signal) => dispatcher.run(signal),
    onError: (error) =>
      log(`Cannot deliver webhooks: ${error instanceof Error ? error.message : String(error)}`),
  })
  return {
    wake: dispatcher.wake,
    async stop() {
      unsubscribe()
      await running.stop()
      sender.close()
    },
  }
}
