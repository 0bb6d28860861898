import { nextTurn } from './turns.ts'

/** Deriving, loading or storing the contents of this many items takes some milliseconds. */
const batchSize = 25

/** Calls `work` with the parts of a list, one in each turn of the event loop. */
export async function inBatches<T>(
  all: readonly T[],
  work: (some: readonly T[]) => Promise<void> | void,
): Promise<void> {
  for (let from = 0; from < all.length; from += batchSize) {
    await work(all.slice(from, from + batchSize))
    await nextTurn('long')
  }
}
