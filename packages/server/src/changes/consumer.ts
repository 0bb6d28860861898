/**
 * Passes the change log to a handler: every change at least once, in order, in one process of the
 * installation. The position is saved, so that the next process continues where the last one stopped.
 */
import { LeaseLost } from '../store/lease.ts'
import type { Store } from '../store/store.ts'
import { pauseAfter } from './backoff.ts'
import { systemClock, type Clock } from './clock.ts'
import { startLeasedWork, type Running } from './leased-work.ts'
import { HandlerFailed, openSession, type Handler } from './consumer-session.ts'
import { createPause } from './pause.ts'

export interface ConsumerOptions extends Handler {
  /** The name of the lease and the position. Must not change between versions. */
  readonly name: string
  readonly store: Pick<Store, 'openLease' | 'openLog'>
  /** The task in log messages, as in "Cannot purge Varnish". */
  readonly task: string
  /** Longest pause between two attempts while the handler fails, in milliseconds. */
  readonly longestPause: number
  log(line: string): void
  readonly clock?: Clock
}

/** Longest pause while the database cannot be read, in milliseconds. */
const longestDatabasePause = 500

export function startConsumer(options: ConsumerOptions): Running {
  const { name, store, task, longestPause, log, clock = systemClock } = options
  const lease = store.openLease(name, clock)
  let isFailing = false
  let isConsuming = false

  function report(failure: unknown): void {
    const error = failure instanceof HandlerFailed ? failure.cause : failure
    if (!isFailing) log(`Cannot ${task}: ${error instanceof Error ? error.message : String(error)}`)
    isFailing = true
  }

  function reportSuccess(): void {
    if (isFailing) log(`Recovered: can ${task} again`)
    isFailing = false
  }

  async function consume(signal: AbortSignal): Promise<void> {
    isConsuming = true
    const pause = createPause(clock)
    signal.addEventListener('abort', pause.end)
    // New changes do not shorten the pause after a failure.
    const onCommit = (): void => void (isFailing || pause.end())
    const session = openSession({ ...options, lease, clock, signal, onCommit })
    for (let failures = 0; !signal.aborted;) {
      try {
        const wait = await session.step()
        reportSuccess()
        failures = 0
        await pause.wait(wait)
      } catch (error) {
        if (signal.aborted) break
        // A lost lease is not an error: the signal follows.
        if (!(error instanceof LeaseLost)) report(error)
        pause.reset()
        await pause.wait(pauseFor(error, ++failures))
      }
    }
    await session.close()
    isConsuming = false
  }

  function pauseFor(error: unknown, failures: number): number {
    return error instanceof HandlerFailed
      ? pauseAfter(failures, longestPause, error.cause)
      : pauseAfter(failures, longestDatabasePause, error)
  }

  return startLeasedWork({
    lease,
    clock,
    work: consume,
    onError: report,
    onRecovery: () => void (isConsuming || reportSuccess()),
  })
}
