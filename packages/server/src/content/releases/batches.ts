/** The entries of a release in batches: their content can be megabytes, and the event loop serves others in between. */
import { nextTurn } from '../../scheduling/turns.ts'
import type { ReleaseEntry } from '../../store/releases.ts'
import type { ReadTransaction } from '../../store/store.ts'

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

/** The entries by item, in order of the ids. Items that are removed for good meanwhile have none. */
export async function eachItemOf(
  tx: ReadTransaction,
  { id }: { id: number },
  work: (entries: ReadonlyMap<number, readonly ReleaseEntry[]>) => Promise<void> | void,
): Promise<void> {
  const ids = [...new Set((await tx.releases.stamps(id)).map(({ itemId }) => itemId))]
  await inBatches(ids, async (some) => {
    const entries = await tx.releases.entriesOf(id, some)
    await work(Map.groupBy(entries, ({ itemId }) => itemId))
  })
}
