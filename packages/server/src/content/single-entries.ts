/** Single items that several requests look up at the same time, in one transaction and one statement. */
import type { Sight } from '../query/tree.ts'
import type { Entry, KnownOf } from '../store/reading.ts'
import type { Store } from '../store/store.ts'
import type { Versions } from '../store/versions.ts'

export interface SingleEntries {
  /** In every space, with the versions of the state that it was read at, which is not older than the call. */
  look(scopes: Sight['scopes'], itemId: number, knownOf: KnownOf): Promise<Found>
}

interface Found {
  readonly entry: Entry | undefined
  readonly versions: Versions
}

/** Who comes before it is read may still join. */
interface Batch {
  readonly scopes: Sight['scopes']
  readonly itemIds: number[]
  /** Documents of these items that are in memory. */
  readonly known: number[]
  readonly found: Promise<{ versions: Versions; entries: ReadonlyMap<number, Entry> }>
}

export function createSingleEntries(store: Store): SingleEntries {
  let open: readonly Batch[] = []

  function begin(scopes: Sight['scopes']): Batch {
    const itemIds: number[] = []
    const known: number[] = []
    const found = store.read(async ({ reading, versions }) => {
      open = open.filter((one) => one !== batch)
      // Both are asked for before either is waited for: a database far away answers them together.
      const [state, entries] = await Promise.all([
        versions(),
        reading.entries({ scopes, spaceIds: null }, itemIds, () => known),
      ])
      return { versions: state, entries: new Map(entries.map((entry) => [entry.itemId, entry])) }
    })
    const batch: Batch = { scopes, itemIds, known, found }
    open = [...open, batch]
    // Where no transaction could begin, the next one to come tries again.
    found.catch(() => (open = open.filter((one) => one !== batch)))
    return batch
  }

  return {
    async look(scopes, itemId, knownOf) {
      const batch = open.find((one) => one.scopes === scopes) ?? begin(scopes)
      batch.itemIds.push(itemId)
      batch.known.push(...knownOf([itemId]))
      const { versions, entries } = await batch.found
      return { versions, entry: entries.get(itemId) }
    },
  }
}
