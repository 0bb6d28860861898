/** What several requests read of one item each at the same time, in one transaction and one statement. */
import type { Sight } from '../query/tree.ts'
import type { Entry, KnownOf, Reading } from '../store/reading.ts'
import type { Store } from '../store/store.ts'
import type { Versions } from '../store/versions.ts'

export interface SingleReads {
  /** An item in whatever space. */
  entry(scopes: Sight['scopes'], itemId: number, knownOf: KnownOf): Promise<Found<Entry>>
  body(documentId: number): Promise<Found<Buffer>>
}

/** With the versions of the state that it was read at, which is not older than the question. */
interface Found<T> {
  readonly found: T | undefined
  readonly versions: Versions
}

export function createSingleReads(store: Store): SingleReads {
  const bodies = readTogether(store, (reading, ids) => reading.bodies(ids))
  const byScopes = new WeakMap<Sight['scopes'], ReturnType<typeof entriesIn>>()

  function entriesIn(scopes: Sight['scopes']) {
    // All who ask with the same scopes know the same documents.
    let known: KnownOf = () => []
    const look = readTogether(store, async (reading, ids) => {
      const entries = await reading.entries({ scopes, spaceIds: null }, ids, known)
      return new Map(entries.map((entry) => [entry.itemId, entry]))
    })
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
  readonly read: Promise<{ versions: Versions; byId: ReadonlyMap<number, T> }>
}

function readTogether<T>(
  store: Store,
  read: (reading: Reading, ids: readonly number[]) => Promise<ReadonlyMap<number, T>>,
): (id: number) => Promise<Found<T>> {
  let open: Batch<T> | undefined

  function begin(): Batch<T> {
    const ids: number[] = []
    const whole = store.read(async (tx) => {
      open = undefined
      // Both are asked for before either is waited for: a database far away answers them together.
      const [versions, byId] = await Promise.all([tx.versions(), read(tx.reading, ids)])
      return { versions, byId }
    })
    // Where no transaction could begin, the next one to come tries again.
    whole.catch(() => {
      if (open?.ids === ids) open = undefined
    })
    return { ids, read: whole }
  }

  return async (id) => {
    open ??= begin()
    open.ids.push(id)
    const { versions, byId } = await open.read
    return { versions, found: byId.get(id) }
  }
}
