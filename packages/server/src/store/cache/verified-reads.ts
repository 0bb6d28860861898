/**
 * The versions that a request assumes, and its uncached reads. Each read is verified to match the versions of
 * the cached values. The first one that needs a transaction begins it, and later ones use it.
 */
import type { Visibility } from '../../query/tree.ts'
import { OverBudget, type Reader } from '../reader.ts'
import type { Entry } from '../reading.ts'
import type { ReadTransaction, Store, Versions } from '../store.ts'
import { createBatchedReads, type BatchedReads, type BatchResult } from './batched-reads.ts'

/** Thrown if the versions differ from the assumed ones. */
export class VersionsChanged extends Error {
  readonly versions: Versions

  constructor(versions: Versions) {
    super('the versions of the store have changed')
    this.versions = versions
  }
}

type Read<T> = (tx: ReadTransaction) => Promise<T>

interface ReadOptions<T> {
  /** Whether the work reads the versions in its own statement if they are not cached. */
  reportsVersions?: boolean
  /** Receives the result with its versions, even if they differ from the assumed ones. */
  onResult?(result: T, versions: Versions): void
}

/** Shared by the reads of all requests. */
interface ReadSource {
  readonly store: Store
  readonly batched: BatchedReads
}

/** A class, because every request creates an instance. */
export class VerifiedReads {
  /** The versions of all cached values that the request uses. */
  assumed: Versions
  readonly #source: ReadSource
  readonly #reader: Reader | undefined
  #tx: Promise<ReadTransaction> | undefined
  #hasBegun = false
  #versionsOfTx: Promise<Versions> | undefined
  #finish: (() => void) | undefined
  /** The versions at a moment after the request arrived. */
  #current: Versions | undefined

  constructor(source: ReadSource, assumed: Versions, reader?: Reader) {
    this.#source = source
    this.#reader = reader
    this.assumed = assumed
  }

  /** For versions that were read after the request arrived: they need no second check. */
  static ofCurrent(source: ReadSource, current: Versions, reader?: Reader): VerifiedReads {
    const reads = new VerifiedReads(source, current, reader)
    reads.#current = current
    return reads
  }

  static async inTransaction(source: ReadSource, tx: ReadTransaction): Promise<VerifiedReads> {
    const reads = new VerifiedReads(source, await tx.versions())
    reads.#tx = Promise.resolve(tx)
    reads.#hasBegun = true
    return reads
  }

  get hasTransaction(): boolean {
    return this.#tx !== undefined
  }

  /** Whether its transaction has begun. */
  get hasBegun(): boolean {
    return this.#hasBegun
  }

  /** The versions of the transaction, or of a moment after the request arrived. */
  async versions(): Promise<Versions> {
    if (this.#tx) return this.#versionsOf(await this.#tx)
    return this.#current ?? this.#source.store.versions()
  }

  end(): void {
    this.#finish?.()
  }

  #begin(): Promise<ReadTransaction> {
    return new Promise((resolve, reject) => {
      const finished = new Promise<void>((done) => (this.#finish = done))
      const ended = this.#source.store.read((tx) => {
        this.#hasBegun = true
        resolve(tx)
        return finished
      }, this.#reader)
      // Nothing awaits the end of the transaction: its reads have completed by then.
      ended.catch(reject)
    })
  }

  #versionsOf(tx: ReadTransaction): Promise<Versions> {
    return (this.#versionsOfTx ??= tx.versions())
  }

  async read<T>(work: Read<T>, options: ReadOptions<T> = {}): Promise<T> {
    const tx = await (this.#tx ??= this.#begin())
    const { reportsVersions = false, onResult } = options
    const isSequential = reportsVersions || this.#versionsOfTx || tx.cachedVersions()
    // Both statements are sent before either is awaited, which saves a round trip.
    const [result, versions] = isSequential
      ? [await work(tx), await this.#versionsOf(tx)]
      : await Promise.all([work(tx), this.#versionsOf(tx)])
    onResult?.(result, versions)
    this.#require(versions)
    return result
  }

  #require(versions: Versions): void {
    if (versions !== this.assumed) throw new VersionsChanged(versions)
  }

  /**
   * Fails because a read of another request returned these versions. Without versions, that read may have
   * begun before this request arrived.
   */
  failLike(error: VersionsChanged, versions: Versions | undefined): never {
    this.#current = versions
    throw error
  }

  /** Fails if the versions differ from the assumed ones. */
  verify(): Promise<void> {
    return this.read(() => Promise.resolve())
  }

  async entries(visibility: Visibility, itemIds: readonly number[]): Promise<Entry[]> {
    const [id] = itemIds
    const isSingle = id !== undefined && itemIds.length === 1 && visibility.spaceIds === null
    if (this.#tx || !isSingle)
      return this.read(({ reading }) => reading.entries(visibility, itemIds))
    const found = this.#verified(await this.#source.batched.entry(visibility.scopes, id)).get(id)
    return found ? [found] : []
  }

  async bodies(documentIds: readonly number[]): Promise<ReadonlyMap<number, Buffer>> {
    const [id] = documentIds
    if (this.#tx || id === undefined || documentIds.length > 1) {
      return this.read(({ reading }) => reading.bodies(documentIds))
    }
    return this.#verified(await this.#source.batched.body(id))
  }

  #verified<T>({ byId, versions }: BatchResult<T>): ReadonlyMap<number, T> {
    this.#current = versions
    this.#require(versions)
    return byId
  }
}

/** Without a transaction of its own, in which versions cannot change. */
const maxAttempts = 4

/**
 * Runs a request at the versions of the last check, and again if they have changed meanwhile, or if it takes
 * too long for the serving thread.
 */
export function createVerifiedReads(
  store: Store,
): <T>(work: Work<T>, reader?: Reader) => Promise<T> {
  const source = { store, batched: createBatchedReads(store) }

  async function attempt<T>(reads: VerifiedReads, work: Work<T>): Promise<Attempted<T>> {
    const { assumed } = reads
    try {
      const first = await outcomeOf(work(reads))
      const actual = await reads.versions()
      if (actual === assumed && !(first.error instanceof VersionsChanged)) {
        if ('value' in first) return first
        throw first.error
      }
      if (!reads.hasTransaction) return { changedTo: actual }
      reads.assumed = actual
      return { value: await work(reads) }
    } finally {
      reads.end()
    }
  }

  function readInTransaction<T>(work: Work<T>, reader?: Reader, over?: OverBudget): Promise<T> {
    return store.read(
      async (tx) => work(await VerifiedReads.inTransaction(source, tx)),
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

  return async (work, reader) => {
    try {
      return await readNow(work, reader)
    } catch (error) {
      if (reader && error instanceof OverBudget) return readInTransaction(work, reader, error)
      throw error
    }
  }
}

interface Failed {
  readonly error: unknown
}

async function outcomeOf<T>(work: Promise<T>): Promise<{ value: T; error?: undefined } | Failed> {
  try {
    return { value: await work }
  } catch (error) {
    return { error }
  }
}

type Work<T> = (reads: VerifiedReads) => Promise<T>

/** `changedTo`: the versions changed meanwhile, and the request had no transaction to continue in. */
type Attempted<T> = { value: T } | { changedTo: Versions }
