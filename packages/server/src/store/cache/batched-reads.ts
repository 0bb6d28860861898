/** Single entries and documents that several requests ask for at the same time, read in one statement. */
import type { Sight } from '../../query/tree.ts'
import type { Entry } from '../reading.ts'
import type { ReadTransaction, Store } from '../store.ts'
import type { Versions } from '../versions/versions.ts'

/** With others that were asked for, and versions not older than the question. */
export interface Found<T> {
  readonly byId: ReadonlyMap<number, T>
  readonly versions: Versions
}

export interface BatchedReads {
  /** An item in whatever space. */
  entry(scopes: Sight['scopes'], itemId: number): Promise<Found<Entry>>
  body(documentId: number): Promise<Found<Buffer>>
}

type ReadByIds<T> = (tx: ReadTransaction, ids: readonly number[]) => Promise<ReadonlyMap<number, T>>

export function createBatchedReads(store: Store): BatchedReads {
  const entriesIn = new WeakMap<Sight['scopes'], (itemId: number) => Promise<Found<Entry>>>()
  const readEntries = (scopes: Sight['scopes']) =>
    inBatches<Entry>(store, async ({ reading }, ids) => {
      const entries = await reading.entries({ scopes, spaceIds: null }, ids)
      return new Map(entries.map((entry) => [entry.itemId, entry]))
    })
  return {
    entry: (scopes, itemId) => entriesIn.getOrInsertComputed(scopes, readEntries)(itemId),
    body: inBatches(store, ({ reading }, ids) => reading.bodies(ids)),
  }
}

/** Ids that are asked for before the batch is read are part of it. */
function inBatches<T>(store: Store, read: ReadByIds<T>): (id: number) => Promise<Found<T>> {
  let open: { readonly ids: number[]; readonly found: Promise<Found<T>> } | undefined

  async function readSoon(ids: readonly number[]): Promise<Found<T>> {
    await new Promise<void>((resolve) => process.nextTick(resolve))
    open = undefined
    return store.read(async (tx) => {
      // Both are asked for before either is waited for: a database far away answers them together.
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
