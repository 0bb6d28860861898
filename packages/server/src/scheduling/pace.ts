import { nextTurn } from './turns.ts'

/** Splits long work on the serving thread, so that other requests are served in between. */
export interface Pace {
  /** Counts processed bytes; returns a promise if other requests should run first. */
  after(bytes: number): Promise<void> | undefined
}

/** Takes some milliseconds when documents are parsed and rendered. */
const bytesPerTurn = 256 * 1024

export function createPace(most = bytesPerTurn): Pace {
  let left = most
  return {
    after(bytes) {
      left -= bytes
      if (left > 0) return undefined
      left = most
      return nextTurn('long')
    },
  }
}
