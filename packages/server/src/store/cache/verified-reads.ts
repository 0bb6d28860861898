/**
 * Reads of one request that are not cached. All of them are verified to be of the versions that the cached
 * values were taken for. A transaction begins with the first read that needs one, and later reads use it.
 */
import type { Sight } from '../../query/tree.ts'
import type { Reader } from '../reader.ts'
import type { Entry } from '../reading.ts'
import type { ReadTransaction, Store } from '../store.ts'
import type { BatchedReads, Found } from './batched-reads.ts'
import type { Versions } from '../versions/versions.ts'

/** Thrown where the versions are others than were assumed. */
export const versionsChanged = new Error('the versions of the store are others')

type Read<T> = (tx: ReadTransaction) => Promise<T>

/** What reads of all requests share. */
export interface ReadSource {
  readonly store: Store
  readonly batched: BatchedReads
}

/** A class because there is one for each request. */
export class VerifiedReads {
  /** What all cached values that the request uses are of. */
  assumed: Versions
  readonly #source: ReadSource
  readonly #reader: Reader | undefined
  #tx: Promise<ReadTransaction> | undefined
  #hasBegun = false
  #versionsOfTx: Promise<Versions> | undefined
  #finish: (() => void) | undefined
  /** The versions at a moment after the request came. */
  #seen: Versions | undefined

  constructor(source: ReadSource, assumed: Versions, reader?: Reader) {
    this.#source = source
    this.#reader = reader
    this.assumed = assumed
  }

  /** For versions that were read after the request came: they need no second look. */
  static ofSeen(source: ReadSource, seen: Versions, reader?: Reader): VerifiedReads {
    const reads = new VerifiedReads(source, seen, reader)
    reads.#seen = seen
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

  /** Whether it waits for its transaction no more. */
  get hasBegun(): boolean {
    return this.#hasBegun
  }

  /** Of the transaction, or of some moment after the request came. */
  async versions(): Promise<Versions> {
    if (this.#tx) return this.#versionsOf(await this.#tx)
    return this.#seen ?? this.#source.store.versions()
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
      // Once it has begun, nobody waits for its end: it has read what was asked for.
      ended.catch(reject)
    })
  }

  #versionsOf(tx: ReadTransaction): Promise<Versions> {
    return (this.#versionsOfTx ??= tx.versions())
  }

  /** `reportsVersions`: where they are not known, the work reads them along with something else. */
  async read<T>(work: Read<T>, { reportsVersions = false } = {}): Promise<T> {
    const tx = await (this.#tx ??= this.#begin())
    const isOneByOne = reportsVersions || this.#versionsOfTx || tx.knownVersions()
    // Both are asked for before either is waited for: a database far away answers them together.
    const [result, actual] = isOneByOne
      ? [await work(tx), await this.#versionsOf(tx)]
      : await Promise.all([work(tx), this.#versionsOf(tx)])
    if (actual !== this.assumed) throw versionsChanged
    return result
  }

  /** Fails where the versions are others than were assumed. */
  verify(): Promise<void> {
    return this.read(() => Promise.resolve())
  }

  async entries(sight: Sight, itemIds: readonly number[]): Promise<Entry[]> {
    const [id] = itemIds
    const isSingle = id !== undefined && itemIds.length === 1 && sight.spaceIds === null
    if (this.#tx || !isSingle) return this.read(({ reading }) => reading.entries(sight, itemIds))
    const found = this.#verified(await this.#source.batched.entry(sight.scopes, id)).get(id)
    return found ? [found] : []
  }

  async bodies(documentIds: readonly number[]): Promise<ReadonlyMap<number, Buffer>> {
    const [id] = documentIds
    if (this.#tx || id === undefined || documentIds.length > 1) {
      return this.read(({ reading }) => reading.bodies(documentIds))
    }
    return this.#verified(await this.#source.batched.body(id))
  }

  #verified<T>({ byId, versions }: Found<T>): ReadonlyMap<number, T> {
    this.#seen = versions
    if (versions !== this.assumed) throw versionsChanged
    return byId
  }
}
