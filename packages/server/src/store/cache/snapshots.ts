/**
 * One version of the store for one request: key, schema and content, from the cache if it is valid for this
 * version, otherwise from a transaction. The version is from a moment after the request arrived: a revoked
 * key is rejected at once, and confirmed writes are visible.
 */
import { OverBudget, type Reader } from '../reader.ts'
import type { Snapshot } from '../reading.ts'
import type { Store, Versions } from '../store.ts'
import { createBatchedReads } from './batched-reads.ts'
import { CachedReading, createReadingCache } from './cached-reading.ts'
import { cachedSchemas, type Schemas } from './schemas.ts'
import { VerifiedReads, VersionsChanged } from './verified-reads.ts'

export interface Snapshots {
  /**
   * Reads are repeated if the versions changed meanwhile, or if they take too long for the serving thread,
   * so `work` must have no side effects.
   */
  read<T>(work: (snapshot: Snapshot) => Promise<T>, reader?: Reader): Promise<T>
}

type Work<T> = (snapshot: Snapshot) => Promise<T>

/** Without a transaction of its own, in which versions cannot change. */
const maxAttempts = 4

export function createSnapshots(store: Store, schemas: Schemas = cachedSchemas()): Snapshots {
  const cache = createReadingCache(schemas)
  const source = { store, batched: createBatchedReads(store) }

  async function attempt<T>(reads: VerifiedReads, work: Work<T>): Promise<Attempted<T>> {
    const { assumed } = reads
    try {
      const [first] = await Promise.allSettled([work(new CachedReading(cache, reads))])
      const actual = await reads.versions()
      const failure: unknown = first.status === 'rejected' ? first.reason : undefined
      if (actual === assumed && !(failure instanceof VersionsChanged)) {
        if (first.status === 'rejected') throw failure
        return { value: first.value }
      }
      if (!reads.hasTransaction) return { changedTo: actual }
      reads.assumed = actual
      return { value: await work(new CachedReading(cache, reads)) }
    } finally {
      reads.end()
    }
  }

  function readInTransaction<T>(work: Work<T>, reader?: Reader, over?: OverBudget): Promise<T> {
    return store.read(
      async (tx) => {
        const reads = await VerifiedReads.inTransaction(source, tx)
        return work(new CachedReading(cache, reads))
      },
      reader,
      over,
    )
  }

  async function readNow<T>(work: Work<T>, reader?: Reader): Promise<T> {
    const last = store.lastVersions()
    let reads = last
      ? new VerifiedReads(source, last, reader)
      : VerifiedReads.ofCurrent(source, await store.versions(), reader)
    for (let count = 1; count <= maxAttempts; count++) {
      const attempted = await attempt(reads, work)
      if ('value' in attempted) return attempted.value
      reads = VerifiedReads.ofCurrent(source, attempted.changedTo, reader)
    }
    return readInTransaction(work, reader)
  }

  return {
    async read(work, reader) {
      try {
        return await readNow(work, reader)
      } catch (error) {
        if (reader && error instanceof OverBudget) return readInTransaction(work, reader, error)
        throw error
      }
    },
  }
}

/** `changedTo`: the versions changed meanwhile, and the request had no transaction to continue in. */
type Attempted<T> = { value: T } | { changedTo: Versions }
