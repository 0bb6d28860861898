/**
 * One version of the store for one request: key, schema and content, from the cache if it is valid for this
 * version, otherwise from a transaction. The version is from a moment after the request arrived: a revoked
 * key is rejected at once, and confirmed writes are visible.
 */
import type { Schema } from '@octavo/schema/schema.ts'
import { changeable } from '../../query/changeable.ts'
import { OverBudget, type Reader } from '../reader.ts'
import type { Reading } from '../reading.ts'
import type { KeyRecord } from '../records.ts'
import type { Store } from '../store.ts'
import { createBatchedReads } from './batched-reads.ts'
import { boundedMap, type BoundedMap } from './aged-map.ts'
import { CachedReading, createReadingCache, type ReadingCache } from './cached-reading.ts'
import { cachedSchemas, type Schemas } from './schemas.ts'
import { VerifiedReads, VersionsChanged } from './verified-reads.ts'
import type { Versions } from '../versions/versions.ts'

export interface Snapshot {
  readonly reading: Reading
  key(id: number): Promise<KeyRecord | undefined>
  schema(rootId: number): Promise<Schema>
}

export interface Snapshots {
  /**
   * Reads are repeated if the versions changed meanwhile, or if they take too long for the serving thread,
   * so `work` must have no side effects.
   */
  read<T>(work: (snapshot: Snapshot) => Promise<T>, reader?: Reader): Promise<T>
}

type Work<T> = (snapshot: Snapshot) => Promise<T>

interface Cache {
  readonly reading: ReadingCache
  readonly keys: BoundedMap<number, { version: number; key: KeyRecord }>
  readonly schemas: Schemas
}

const maxKeys = 10_000
/** Without a transaction of its own, in which versions cannot change. */
const maxAttempts = 4

export function createSnapshots(store: Store, schemas: Schemas = cachedSchemas()): Snapshots {
  const cache: Cache = { reading: createReadingCache(), keys: boundedMap(maxKeys), schemas }
  const source = { store, batched: createBatchedReads(store) }

  async function attempt<T>(reads: VerifiedReads, work: Work<T>): Promise<Attempted<T>> {
    const { assumed } = reads
    try {
      const [first] = await Promise.allSettled([work(new CachedSnapshot(cache, reads))])
      const actual = await reads.versions()
      const failure: unknown = first.status === 'rejected' ? first.reason : undefined
      if (actual === assumed && !(failure instanceof VersionsChanged)) {
        if (first.status === 'rejected') throw failure
        return { value: first.value }
      }
      if (!reads.hasTransaction) return { changedTo: actual }
      reads.assumed = actual
      return { value: await work(new CachedSnapshot(cache, reads)) }
    } finally {
      reads.end()
    }
  }

  function readInTransaction<T>(work: Work<T>, reader?: Reader, over?: OverBudget): Promise<T> {
    return store.read(
      async (tx) => {
        const reads = await VerifiedReads.inTransaction(source, tx)
        return work(new CachedSnapshot(cache, reads))
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

/** A class, because every request creates an instance. */
class CachedSnapshot implements Snapshot {
  readonly reading: Reading
  readonly #cache: Cache
  readonly #versions: Versions
  readonly #reads: VerifiedReads

  constructor(cache: Cache, reads: VerifiedReads) {
    this.reading = new CachedReading(cache.reading, reads)
    this.#cache = cache
    this.#versions = reads.assumed
    this.#reads = reads
  }

  async key(id: number): Promise<KeyRecord | undefined> {
    const { keys } = this.#cache
    const version = this.#versions.of(changeable.keys)
    const cached = keys.get(id)
    if (cached?.version === version) return cached.key
    const key = await this.#reads.read((tx) => tx.keys.load(id))
    if (key) keys.set(id, { version, key })
    return key
  }

  schema(rootId: number): Promise<Schema> {
    const changes = this.#versions.of(changeable.roots)
    return this.#cache.schemas.after(changes, rootId, (work) => this.#reads.read(work))
  }
}
