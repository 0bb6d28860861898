import type { Store } from '../store/store.ts'

/** The most that one call of a transaction returns. */
export interface MostLoaded {
  /** Items with their values. */
  items: number
  /** Schedules, or entries of releases, with the content that they publish. */
  copies: number
}

interface Watched {
  items: object
  schedules: object
  releases: object
}

type Reads = Record<string, (...args: unknown[]) => Promise<unknown>>

/** Counts what the transactions of a store load from now on. */
export function watchLoads(store: Store): MostLoaded {
  const most = { items: 0, copies: 0 }
  const { read, write } = store
  const watch = <Parts extends Watched>(tx: Parts): Parts => {
    watchReads(tx.items as Reads, ['load'], ({ length }) => {
      most.items = Math.max(most.items, length)
    })
    const countCopies = (rows: readonly object[]): void => {
      const copies = rows.filter((row) => 'copy' in row && row.copy !== null)
      most.copies = Math.max(most.copies, copies.length)
    }
    watchReads(tx.schedules as Reads, ['ofItems', 'list', 'dueBy', 'outlines'], countCopies)
    const ofReleases = ['ofItems', 'entries', 'entriesOf', 'outlines', 'stamps']
    watchReads(tx.releases as Reads, ofReleases, countCopies)
    return tx
  }
  store.read = (work, reader, over) => read((tx) => work(watch(tx)), reader, over)
  store.write = (work) => write((tx) => work(watch(tx)))
  return most
}

function watchReads(
  reads: Reads,
  names: readonly string[],
  note: (rows: readonly object[]) => void,
): void {
  for (const name of names) {
    const read = reads[name]
    if (!read) continue
    reads[name] = async (...args) => {
      const found = await read(...args)
      note(found as object[])
      return found
    }
  }
}
