/** Single entries and documents that several requests ask for at the same time, read in one statement. */
import type { Sight } from '../../query/tree.ts'
import type { Entry } from '../reading.ts'
import type { Found, Store } from '../store.ts'

export interface BatchedReads {
  /** An item in whatever space. With others that were asked for, and versions not older than the question. */
  entry(scopes: Sight['scopes'], itemId: number): Promise<Found<Entry>>
  body(documentId: number): Promise<Found<Buffer>>
}

export function createBatchedReads(store: Store): BatchedReads {
  const entriesIn = new WeakMap<Sight['scopes'], (itemId: number) => Promise<Found<Entry>>>()

  const readEntries = (scopes: Sight['scopes']) =>
    inBatches((ids) =>
      store.read(async (tx) => {
        // Both are asked for before either is waited for: a database far away answers them together.
        const [versions, entries] = await Promise.all([
          tx.versions(),
          tx.reading.entries({ scopes, spaceIds: null }, ids),
        ])
        return { versions, byId: new Map(entries.map((entry) => [entry.itemId, entry])) }
      }),
    )

  return {
    entry: (scopes, itemId) => entriesIn.getOrInsertComputed(scopes, readEntries)(itemId),
    body: inBatches((ids) => store.bodies(ids)),
  }
}

/** Ids that are asked for before the batch is read are part of it. */
interface Batch<T> {
  readonly ids: number[]
  readonly found: Promise<Found<T>>
}

function inBatches<T>(
  read: (ids: readonly number[]) => Promise<Found<T>>,
): (id: number) => Promise<Found<T>> {
  let open: Batch<T> | undefined

  async function readSoon(ids: readonly number[]): Promise<Found<T>> {
    await new Promise<void>((resolve) => process.nextTick(resolve))
    open = undefined
    return read(ids)
  }

  function begin(): Batch<T> {
    const ids: number[] = []
    return { ids, found: readSoon(ids) }
  }

  return (id) => {
    open ??= begin()
    open.ids.push(id)
    return open.found
  }
}
