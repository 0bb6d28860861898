/** Reads single entries and documents that several requests need at the same time in one statement. */
import type { Visibility } from '../../query/tree.ts'
import type { Entry } from '../reading.ts'
import type { ReadTransaction, Store, Versions } from '../store.ts'

/** The values of the whole batch, and versions that are not older than the requests. */
export interface BatchResult<T> {
  readonly byId: ReadonlyMap<number, T>
  readonly versions: Versions
}

export interface BatchedReads {
  /** The entry of an item, in any space. */
  entry(scopes: Visibility['scopes'], itemId: number): Promise<BatchResult<Entry>>
  body(documentId: number): Promise<BatchResult<Buffer>>
}

type ReadByIds<T> = (tx: ReadTransaction, ids: readonly number[]) => Promise<ReadonlyMap<number, T>>

export function createBatchedReads(store: Store): BatchedReads {
  const entriesIn = new WeakMap<
    Visibility['scopes'],
    (itemId: number) => Promise<BatchResult<Entry>>
  >()
  const readEntries = (scopes: Visibility['scopes']) =>
    inBatches<Entry>(store, async ({ reading }, ids) => {
      const entries = await reading.entries({ scopes, spaceIds: null }, ids)
      return new Map(entries.map((entry) => [entry.itemId, entry]))
    })
  return {
    entry: (scopes, itemId) => entriesIn.getOrInsertComputed(scopes, readEntries)(itemId),
    body: inBatches(store, ({ reading }, ids) => reading.bodies(ids)),
  }
}

/** Ids that are requested before the batch is read are added to it. */
function inBatches<T>(store: Store, read: ReadByIds<T>): (id: number) => Promise<BatchResult<T>> {
  let open: { readonly ids: number[]; readonly found: Promise<BatchResult<T>> } | undefined

  async function readSoon(ids: readonly number[]): Promise<BatchResult<T>> {
    await new Promise<void>((resolve) => process.nextTick(resolve))
    open = undefined
    return store.read(async (tx) => {
      // Both statements are sent before either is awaited, which saves a round trip.
      const [byId, versions] = await Promise.all([read(tx, ids), tx.versions()])
      return { byId, versions }
    })
  }

  return (id) => {
    if (!open) {
      const ids: number[] = []
      open = { ids, found: readSoon(ids) }
    }
    open.ids.push(id)
    return open.found
  }
}
