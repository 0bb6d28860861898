import { nextTurn } from './turns.ts'

/** Deriving, loading or storing the contents of this many items takes some milliseconds. */
const batchSize = 25

/** Calls `work` with parts of a list of at most `size`, one in each turn of the event loop. */
export async function inBatches<T>(
  all: readonly T[],
  work: (some: readonly T[]) => Promise<void> | void,
  size = batchSize,
): Promise<void> {
  for (let from = 0; from < all.length; from += size) {
    await work(all.slice(from, from + size))
    await nextTurn('long')
  }
}
