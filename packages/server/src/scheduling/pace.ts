import { nextTurn } from './turns.ts'

/** Splits long work on the serving thread: other requests are served in between. */
export interface Pace {
  /** Counts bytes that were worked on; a promise where others should come first. */
  after(bytes: number): Promise<void> | undefined
}

/** Some milliseconds, where documents are parsed and written anew. */
const bytesPerTurn = 256 * 1024

export function createPace(most = bytesPerTurn): Pace {
  let left = most
  return {
    after(bytes) {
      left -= bytes
      if (left > 0) return undefined
      left = most
      return nextTurn()
    },
  }
}
