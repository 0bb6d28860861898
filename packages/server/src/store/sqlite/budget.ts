/**
 * What statements on SQLite may cost. A statement cannot be interrupted, so it carries calls of a function
 * that counts its work and throws where that is too much (`guard` in `reading.ts`).
 */
import type { DatabaseSync } from 'node:sqlite'
import { OverBudget } from '../reader.ts'

/** Must be there on every connection that runs statements with a guard. */
export function installGuard(file: DatabaseSync, charge: (units: number) => void): void {
  file.function('octavo_guard', (units) => {
    charge(Number(units))
    return 1
  })
}

/** Units are rows looked at, some quarter of a microsecond each: less than ten milliseconds. */
const usualTurnUnits = 26_000

/**
 * What the serving thread may do between two turns of the event loop, all its connections together. A
 * statement that needs more than is left fails; one that comes late waits for the next turn.
 */
export class TurnBudget {
  readonly full: number
  #left: number
  #next: Promise<void> | undefined

  constructor(full = usualTurnUnits) {
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
