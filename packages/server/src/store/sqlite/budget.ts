/**
 * The cost limits of statements on SQLite. A statement cannot be interrupted, so it contains calls of a
 * function that counts its work and throws when it exceeds the budget (`guard` in `reading.ts`).
 */
import type { DatabaseSync } from 'node:sqlite'
import { OverBudget } from '../reader.ts'

/** Required on every connection that runs statements with a guard. */
export function installGuard(file: DatabaseSync, charge: (units: number) => void): void {
  file.function('octavo_guard', (units) => {
    charge(Number(units))
    return 1
  })
}

/** A unit is one visited row, about a quarter of a microsecond: in total less than ten milliseconds. */
const defaultTurnUnits = 26_000

/**
 * The work that the serving thread may do in one turn of the event loop, on all its connections. A
 * statement that needs more than is left fails; a statement that starts late waits for the next turn.
 */
export class TurnBudget {
  readonly full: number
  #left: number
  #next: Promise<void> | undefined

  constructor(full = defaultTurnUnits) {
    this.full = full
    this.#left = full
  }

  /** Whether a statement should wait for the next turn. */
  get isSpent(): boolean {
    return this.#left < this.full / 2
  }

  get isMostlyLeft(): boolean {
    return this.#left >= this.full * 0.8
  }

  charge(units: number): void {
    this.#left -= units
    if (this.#left < 0) throw new OverBudget('the statement needs more than one turn', true)
  }

  nextTurn(): Promise<void> {
    this.#next ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#next = undefined
        this.#left = this.full
        resolve()
      })
    })
    return this.#next
  }
}
