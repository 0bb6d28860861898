/** Runs planned publications on time, in one process of the installation. Any process can take over. */
import { pauseAfter } from '../../changes/backoff.ts'
import { systemClock, type Clock } from '../../changes/clock.ts'
import { startLeasedWork, type Running } from '../../changes/leased-work.ts'
import { createFailureLog } from '../../changes/failure-log.ts'
import { createPause } from '../../changes/pause.ts'
import type { ContentContext } from '../context.ts'
import { createDueRunner } from './run-due.ts'

export interface SchedulerOptions extends ContentContext {
  log(line: string): void
  readonly clock?: Clock
}

/**
 * Another process may plan something earlier, and a clock may be set forward: how soon that is noticed, in
 * milliseconds. Reading the first plan takes one lookup in an index.
 */
const longestPause = 1_000

export function startScheduler({ clock = systemClock, ...options }: SchedulerOptions): Running {
  const { store, log } = options
  const lease = store.openLease('schedules', clock)
  const { failed, succeeded } = createFailureLog(log, 'run scheduled publications')

  async function work(signal: AbortSignal): Promise<void> {
    const pause = createPause(clock)
    signal.addEventListener('abort', pause.end)
    const runner = createDueRunner(options)
    for (let failures = 0; !signal.aborted;) {
      try {
        const wait = await runner.step()
        succeeded()
        failures = 0
        if (wait !== 0) await pause.wait(Math.min(wait ?? longestPause, longestPause))
      } catch (error) {
        if (signal.aborted) break
        failed(error)
        await pause.wait(pauseAfter(++failures, longestPause, error))
      }
    }
  }

  return startLeasedWork({ lease, clock, work, onError: failed, onRecovery: succeeded })
}
