import { nextTurn } from '../scheduling/turns.ts'

/** Divides the work on many streams into short turns of the event loop. */
export interface Slices {
  /** Call after each piece of work. */
  next(): Promise<void> | undefined
}

/** Milliseconds of a turn. */
const sliceTime = 5
/** The clock is read after this many pieces. */
const pieces = 16

export function createSlices(now: () => number = () => performance.now()): Slices {
  let start = now()
  let done = 0
  return {
    next() {
      if (++done % pieces !== 0 || now() - start < sliceTime) return undefined
      return nextTurn('long').then(() => void (start = now()))
    },
  }
}
