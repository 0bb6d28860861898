import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises'
import type { Clock } from '../changes/clock.ts'

interface Timer {
  readonly at: number
  readonly call: () => void
}

/** A clock that advances only with `advance`. */
export class FakeClock implements Clock {
  #now = 1_000_000
  readonly #timers = new Set<Timer>()
  /** Operations in progress. Time does not advance meanwhile. */
  #running = 0
  #whenIdle = Promise.withResolvers<void>()

  now = (): number => this.#now

  callAfter = (milliseconds: number, call: () => void): (() => void) => {
    const timer = { at: this.#now + milliseconds, call }
    this.#timers.add(timer)
    return () => void this.#timers.delete(timer)
  }

  /** Time does not advance until the operation has ended. */
  async during<T>(operation: () => Promise<T>): Promise<T> {
    this.#running++
    try {
      return await operation()
    } finally {
      this.#running--
      if (this.#running === 0) {
        this.#whenIdle.resolve()
        this.#whenIdle = Promise.withResolvers()
      }
    }
  }

  /**
   * Waits until all work is done that does not depend on time. Work that takes turns of the event loop, such
   * as reads of a database, has to run in `during`: a busy machine takes any number of turns for it.
   */
  async settle(): Promise<void> {
    for (let quietTurns = 0; quietTurns < 3; quietTurns++) {
      await turnOfTheEventLoop()
      if (this.#running === 0) continue
      await this.#whenIdle.promise
      quietTurns = -1
    }
  }

  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds
    for (;;) {
      await this.settle()
      const [next] = [...this.#timers].toSorted((a, b) => a.at - b.at)
      if (!next || next.at > end) break
      this.#timers.delete(next)
      this.#now = Math.max(this.#now, next.at)
      next.call()
    }
    this.#now = end
  }
}
