/** Runs planned publications on time, in one process of the installation. Any process can take over. */
import { pauseAfter } from '../../changes/backoff.ts'
import { systemClock, type Clock } from '../../changes/clock.ts'
import { startLeasedWork, type Running } from '../../changes/leased-work.ts'
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
  let isFailing = false

  function report(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error)
    if (!isFailing) log(`Cannot run scheduled publications: ${reason}`)
    isFailing = true
  }

  function reportSuccess(): void {
    if (isFailing) log('Recovered: scheduled publications run again')
    isFailing = false
  }

  async function work(signal: AbortSignal): Promise<void> {
    const pause = createPause(clock)
    signal.addEventListener('abort', pause.end)
    const runner = createDueRunner(options)
    for (let failures = 0; !signal.aborted;) {
      try {
        const wait = await runner.step()
        reportSuccess()
        failures = 0
        if (wait !== 0) await pause.wait(Math.min(wait ?? longestPause, longestPause))
      } catch (error) {
        if (signal.aborted) break
        report(error)
        await pause.wait(pauseAfter(++failures, longestPause, error))
      }
    }
  }

  return startLeasedWork({ lease, clock, work, onError: report, onRecovery: reportSuccess })
}
