/** Iterates over stored content in batches. The caller may remove the items of a batch. */
import { setImmediate } from 'node:timers/promises'
import type { Item, MediaRecord } from '../store/records.ts'
import type { ItemFilter } from '../store/items.ts'
import type { ReadTransaction } from '../store/store.ts'

/** Few, because requests wait while a batch is processed. */
const batchSize = 20

export function walkItems(
  tx: ReadTransaction,
  filter: ItemFilter,
  afterId = 0,
): AsyncGenerator<Item[]> {
  return batches((lastId) => tx.items.after(filter, lastId, batchSize), afterId)
}

export function walkMedia(tx: ReadTransaction, rootId: number): AsyncGenerator<MediaRecord[]> {
  return batches((lastId) => tx.media.after(rootId, lastId, batchSize))
}

async function* batches<Thing extends { id: number }>(
  after: (lastId: number) => Promise<Thing[]>,
  afterId = 0,
): AsyncGenerator<Thing[], void, undefined> {
  let lastId = afterId
  for (;;) {
    const batch = await after(lastId)
    const last = batch.at(-1)
    if (!last) return
    lastId = last.id
    yield batch
    // The embedded database never yields, so let pending requests run.
    await setImmediate()
  }
}
