/** What several requests read of one item each at the same time, in one statement. */
import type { Sight } from '../query/tree.ts'
import type { Entry, KnownOf } from '../store/reading.ts'
import type { Found, Store } from '../store/store.ts'

export interface SingleReads {
  /** An item in whatever space. With others that were asked for, and a state not older than the question. */
  entry(scopes: Sight['scopes'], itemId: number, knownOf: KnownOf): Promise<Found<Entry>>
  body(documentId: number): Promise<Found<Buffer>>
}

export function createSingleReads(store: Store): SingleReads {
  const bodies = readTogether((ids) => store.bodies(ids))
  const byScopes = new WeakMap<Sight['scopes'], ReturnType<typeof entriesIn>>()

  function entriesIn(scopes: Sight['scopes']) {
    // All who ask with the same scopes know the same documents.
    let known: KnownOf = () => []
    const look = readTogether((ids) =>
      store.read(async (tx) => {
        // Both are asked for before either is waited for: a database far away answers them together.
        const sight = { scopes, spaceIds: null }
        const [versions, entries] = await Promise.all([
          tx.versions(),
          tx.reading.entries(sight, ids, known),
        ])
        return { versions, byId: new Map(entries.map((entry) => [entry.itemId, entry])) }
      }),
    )
    return (itemId: number, knownOf: KnownOf): Promise<Found<Entry>> => {
      known = knownOf
      return look(itemId)
    }
  }

  return {
    entry(scopes, itemId, knownOf) {
      const look = byScopes.get(scopes) ?? entriesIn(scopes)
      byScopes.set(scopes, look)
      return look(itemId, knownOf)
    },
    body: bodies,
  }
}

/** Who comes before it is read may still join. */
interface Batch<T> {
  readonly ids: number[]
  readonly read: Promise<Found<T>>
}

function readTogether<T>(
  read: (ids: readonly number[]) => Promise<Found<T>>,
): (id: number) => Promise<Found<T>> {
  let open: Batch<T> | undefined

  async function readAll(ids: readonly number[]): Promise<Found<T>> {
    await new Promise<void>((resolve) => process.nextTick(resolve))
    open = undefined
    return read(ids)
  }

  function begin(): Batch<T> {
    const ids: number[] = []
    return { ids, read: readAll(ids) }
  }

  return (id) => {
    open ??= begin()
    open.ids.push(id)
    return open.read
  }
}
