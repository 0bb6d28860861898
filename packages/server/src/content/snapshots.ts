/**
 * One state of the store for one request: key, schema and content, from memory where that is known to
 * be of this state, from a transaction where it is not. Whatever was read is of one moment that lies
 * after the request came: a key that was revoked is gone at once, and nobody reads what was before.
 */
import { indexSchema, type Schema } from '@octavo/schema/schema.ts'
import { boundedMap, type BoundedMap } from '../store/bounded-map.ts'
import type { Reading } from '../store/reading.ts'
import type { KeyRecord } from '../store/records.ts'
import {
  createReadingMemory,
  rememberedReading,
  type ReadingMemory,
} from '../store/remembered-reading.ts'
import type { ReadTransaction, Store } from '../store/store.ts'
import { changeable, type Versions } from '../store/versions.ts'

export interface Snapshot {
  readonly reading: Reading
  key(id: number): Promise<KeyRecord | undefined>
  schema(rootId: number): Promise<Schema>
}

export interface Snapshots {
  /** Reads are repeated where the state turns out to have moved on: `work` must do nothing else. */
  read<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>
}

interface Memory {
  readonly reading: ReadingMemory
  readonly keys: BoundedMap<number, { version: number; key: KeyRecord }>
  readonly schemas: Map<number, { version: number; schema: Schema }>
}

const mostKeys = 10_000

export function createSnapshots(store: Store): Snapshots {
  const memory: Memory = {
    reading: createReadingMemory(),
    keys: boundedMap(mostKeys),
    schemas: new Map(),
  }

  /** Undefined where nothing had to be read and the state moved on meanwhile. */
  async function attempt<T>(
    assumed: Versions,
    work: (snapshot: Snapshot) => Promise<T>,
  ): Promise<{ value: T } | undefined> {
    const late = lateTransaction(store)
    try {
      const certain = certainty(late)
      const first = await outcomeOf(() => work(snapshotOf(memory, assumed, certain)))
      const actual = late.hasBegun() ? await certain.versions() : await store.versions()
      if (actual === assumed) return { value: valueOf(first) }
      // The state of a transaction does not move: there, once more is enough.
      return late.hasBegun()
        ? { value: await work(snapshotOf(memory, actual, certain)) }
        : undefined
    } finally {
      late.end()
    }
  }

  return {
    async read(work) {
      const assumed = store.lastVersions() ?? (await store.versions())
      const first = await attempt(assumed, work)
      if (first) return first.value
      const second = await attempt(await store.versions(), work)
      if (second) return second.value
      return store.read(async (tx) => {
        const certain = certainty({ tx: () => Promise.resolve(tx) })
        return work(snapshotOf(memory, await tx.versions(), certain))
      })
    },
  }
}

/** A transaction that begins when something must be read in it. */
interface LateTransaction {
  tx(): Promise<ReadTransaction>
  hasBegun(): boolean
  end(): void
}

function lateTransaction(store: Store): LateTransaction {
  let opened: Promise<ReadTransaction> | undefined
  let finish: (() => void) | undefined

  function begin(): Promise<ReadTransaction> {
    return new Promise((resolve, reject) => {
      const finished = new Promise<void>((done) => (finish = done))
      const ended = store.read((tx) => {
        resolve(tx)
        return finished
      })
      // Once it has begun, nobody waits for its end: it has read what was asked for.
      ended.catch(reject)
    })
  }

  return {
    tx: () => (opened ??= begin()),
    hasBegun: () => opened !== undefined,
    end: () => finish?.(),
  }
}

/** What is behind memory, with the versions that go with all of it. */
interface Certainty {
  versions(): Promise<Versions>
  /** Gives what was read if the state is the one that it was read for. */
  sure<T>(assumed: Versions, read: Read<T>): Promise<T>
  /** The same for what tells the state along with what it gives. */
  sureByItself<T>(assumed: Versions, read: Read<T>): Promise<T>
}

type Read<T> = (tx: ReadTransaction) => Promise<T>

/** Thrown where a transaction is of another state than was assumed; never leaves this file. */
const movedOn = new Error('the state is another one')

function certainty({ tx: begun }: Pick<LateTransaction, 'tx'>): Certainty {
  let found: Promise<Versions> | undefined
  const versionsOf = (tx: ReadTransaction): Promise<Versions> => (found ??= tx.versions())
  const sureByItself: Certainty['sureByItself'] = async (assumed, read) => {
    const tx = await begun()
    const result = await read(tx)
    if ((await versionsOf(tx)) !== assumed) throw movedOn
    return result
  }
  return {
    versions: async () => versionsOf(await begun()),
    sureByItself,
    async sure(assumed, read) {
      const tx = await begun()
      if (found || tx.knownVersions()) return sureByItself(assumed, read)
      // Both are asked for before either is waited for: a database far away answers them together.
      const [result, actual] = await Promise.all([read(tx), versionsOf(tx)])
      if (actual !== assumed) throw movedOn
      return result
    },
  }
}

function snapshotOf(memory: Memory, versions: Versions, certain: Certainty): Snapshot {
  return {
    reading: rememberedReading(memory.reading, versions, sureReading(certain, versions)),
    async key(id) {
      const version = versions.of(changeable.keys)
      const known = memory.keys.get(id)
      if (known?.version === version) return known.key
      const key = await certain.sure(versions, (tx) => tx.keys.load(id))
      if (key) memory.keys.set(id, { version, key })
      return key
    },
    async schema(rootId) {
      const version = versions.of(changeable.roots)
      const known = memory.schemas.get(rootId)
      if (known?.version === version) return known.schema
      const root = await certain.sure(versions, (tx) => tx.roots.load(rootId))
      const schema = indexSchema(root)
      memory.schemas.set(rootId, { version, schema })
      return schema
    },
  }
}

function sureReading({ sure, sureByItself }: Certainty, versions: Versions): Reading {
  return {
    page: (...asked) => sureByItself(versions, ({ reading }) => reading.page(...asked)),
    neighbours: (...asked) => sure(versions, ({ reading }) => reading.neighbours(...asked)),
    entries: (...asked) => sure(versions, ({ reading }) => reading.entries(...asked)),
    newestDocument: (...asked) => sure(versions, ({ reading }) => reading.newestDocument(...asked)),
    bodies: (...asked) => sure(versions, ({ reading }) => reading.bodies(...asked)),
    ends: (...asked) => sure(versions, ({ reading }) => reading.ends(...asked)),
  }
}

type Outcome<T> = { value: T; error?: undefined } | { error: unknown }

async function outcomeOf<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work() }
  } catch (error) {
    return { error: error ?? new Error('nothing was thrown') }
  }
}

function valueOf<T>(outcome: Outcome<T>): T {
  if ('value' in outcome) return outcome.value
  throw outcome.error
}
