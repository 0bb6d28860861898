/** Runs work in one process of the installation: the one that holds the lease. */
import type { Lease, LeaseState } from '../store/lease.ts'
import type { Clock } from './clock.ts'
import { createPause } from './pause.ts'

export interface LeasedWork {
  lease: Lease
  clock: Clock
  /** Called each time the lease is acquired. Ends soon after the signal, and does not throw. */
  work(signal: AbortSignal): Promise<void>
  /** The lease cannot be taken, renewed or released. Called once until an attempt succeeds. */
  onError(error: unknown): void
  onRecovery?(): void
}

export interface Running {
  /** Resolves when the work has ended and another process may take the lease. */
  stop(): Promise<void>
}

/** Pause after a failed attempt; short enough to renew the lease in time. */
const retryPause = 200
const notHeld: LeaseState = { isHeld: false, takeAgainAfter: 0 }

export function startLeasedWork({ lease, clock, work, ...reports }: LeasedWork): Running {
  const pause = createPause(clock)
  let isStopped = false
  let isFailing = false

  /** A failed renewal is retried while the lease lasts. */
  async function attempt(): Promise<LeaseState> {
    try {
      const state = await lease.take()
      if (isFailing) reports.onRecovery?.()
      isFailing = false
      return state
    } catch (error) {
      if (!isFailing) reports.onError(error)
      isFailing = true
      return { isHeld: lease.isHeld(), takeAgainAfter: retryPause }
    }
  }

  async function attemptAfter(milliseconds: number): Promise<LeaseState> {
    await pause.wait(milliseconds)
    return isStopped ? notHeld : attempt()
  }

  async function workWhileHeld(won: LeaseState): Promise<LeaseState> {
    const ended = new AbortController()
    const working = work(ended.signal)
    let state = won
    while (state.isHeld) state = await attemptAfter(state.takeAgainAfter)
    ended.abort()
    await working
    return state
  }

  async function run(): Promise<void> {
    let state = await attempt()
    while (!isStopped) {
      state = state.isHeld ? await workWhileHeld(state) : await attemptAfter(state.takeAgainAfter)
    }
    await lease.release().catch(reports.onError)
  }

  const running = run()
  return {
    stop() {
      isStopped = true
      pause.end()
      return running
    },
  }
}
