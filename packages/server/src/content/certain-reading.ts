/**
 * What is behind memory: reads for one request that are certain to be of the state that was assumed. A
 * transaction begins when something must be read in it, and all else is then read there. A class because
 * there is one for each request.
 */
import type { Selection, Sight } from '../query/tree.ts'
import type { Ends, Entry, KnownOf, Neighbours, Page, Reading, Side } from '../store/reading.ts'
import type { Reader } from '../store/reader.ts'
import type { ReadTransaction, Store } from '../store/store.ts'
import type { Versions } from '../store/versions.ts'
import type { View } from '@octavo/schema/field-types.ts'
import type { SingleReads } from './single-reads.ts'

/** Thrown where the state is another one than was assumed. */
const movedOn = new Error('the state is another one')

type Read<T> = (tx: ReadTransaction) => Promise<T>

export class CertainReading implements Reading {
  /** What all that was taken from memory is of. */
  assumed: Versions
  readonly #store: Store
  readonly #singles: SingleReads
  readonly #reader: Reader | undefined
  #tx: Promise<ReadTransaction> | undefined
  #versionsOfTx: Promise<Versions> | undefined
  #finish: (() => void) | undefined
  /** How things stood at a moment after the request came. */
  #seen: Versions | undefined

  constructor(store: Store, singles: SingleReads, assumed: Versions, reader?: Reader) {
    this.#store = store
    this.#reader = reader
    this.#singles = singles
    this.assumed = assumed
  }

  /** For a state that was seen after the request came: what is remembered of it needs no second look. */
  static ofSeen(
    store: Store,
    singles: SingleReads,
    seen: Versions,
    reader?: Reader,
  ): CertainReading {
    const reading = new CertainReading(store, singles, seen, reader)
    reading.#seen = seen
    return reading
  }

  static async inTransaction(
    store: Store,
    singles: SingleReads,
    tx: ReadTransaction,
  ): Promise<CertainReading> {
    const reading = new CertainReading(store, singles, await tx.versions())
    reading.#tx = Promise.resolve(tx)
    return reading
  }

  /** Whether there is a transaction, whose state does not move. */
  get stays(): boolean {
    return this.#tx !== undefined
  }

  /** Of the transaction, or of some moment after the request came. */
  async versions(): Promise<Versions> {
    if (this.#tx) return this.#versionsOf(await this.#tx)
    return this.#seen ?? this.#store.versions()
  }

  end(): void {
    this.#finish?.()
  }

  #begin(): Promise<ReadTransaction> {
    return new Promise((resolve, reject) => {
      const finished = new Promise<void>((done) => (this.#finish = done))
      const ended = this.#store.read((tx) => {
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

  /** Gives what was read if the state is the one that it was read for. */
  async sure<T>(read: Read<T>): Promise<T> {
    const tx = await (this.#tx ??= this.#begin())
    if (this.#versionsOfTx || tx.knownVersions()) return this.#sureByItself(tx, read)
    // Both are asked for before either is waited for: a database far away answers them together.
    const [result, actual] = await Promise.all([read(tx), this.#versionsOf(tx)])
    if (actual !== this.assumed) throw movedOn
    return result
  }

  /** The same for what tells the state along with what it gives. */
  async #sureByItself<T>(tx: ReadTransaction, read: Read<T>): Promise<T> {
    const result = await read(tx)
    if ((await this.#versionsOf(tx)) !== this.assumed) throw movedOn
    return result
  }

  async page(
    selection: Selection,
    window: { limit: number; offset: number },
    knownOf?: KnownOf,
  ): Promise<Page> {
    const tx = await (this.#tx ??= this.#begin())
    return this.#sureByItself(tx, ({ reading }) => reading.page(selection, window, knownOf))
  }

  neighbours(selection: Selection, itemId: number, sides: readonly Side[]): Promise<Neighbours> {
    return this.sure(({ reading }) => reading.neighbours(selection, itemId, sides))
  }

  async entries(sight: Sight, itemIds: readonly number[], knownOf: KnownOf): Promise<Entry[]> {
    const [id] = itemIds
    const isSingle = id !== undefined && itemIds.length === 1 && sight.spaceIds === null
    if (this.#tx || !isSingle) {
      return this.sure(({ reading }) => reading.entries(sight, itemIds, knownOf))
    }
    const { byId, versions } = await this.#singles.entry(sight.scopes, id, knownOf)
    this.#see(versions)
    const found = byId.get(id)
    return found ? [found] : []
  }

  #see(versions: Versions): void {
    this.#seen = versions
    if (versions !== this.assumed) throw movedOn
  }

  newestDocument(itemId: number, view: View): Promise<number> {
    return this.sure(({ reading }) => reading.newestDocument(itemId, view))
  }

  async bodies(documentIds: readonly number[]): Promise<ReadonlyMap<number, Buffer>> {
    const [id] = documentIds
    if (this.#tx || id === undefined || documentIds.length > 1) {
      return this.sure(({ reading }) => reading.bodies(documentIds))
    }
    const { byId, versions } = await this.#singles.body(id)
    this.#see(versions)
    // One that is not there may have been replaced in this moment: a transaction knows.
    return byId.has(id) ? byId : this.sure(({ reading }) => reading.bodies(documentIds))
  }

  ends(
    sight: Sight,
    itemIds: readonly number[],
    mediaIds: readonly number[],
    languages: { own: number; main: number },
  ): Promise<Ends> {
    return this.sure(({ reading }) => reading.ends(sight, itemIds, mediaIds, languages))
  }
}
