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
  notRemembered,
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
/** How often memory is tried while others write, before a transaction holds the state still. */
const attempts = 2

export function createSnapshots(store: Store): Snapshots {
  const memory: Memory = {
    reading: createReadingMemory(),
    keys: boundedMap(mostKeys),
    schemas: new Map(),
  }
  let last: { versions: Versions; snapshot: Snapshot } | undefined

  /** One for all who read the same state. */
  function fromMemory(versions: Versions): Snapshot {
    if (last?.versions !== versions) {
      last = { versions, snapshot: snapshotOf(memory, versions, null) }
    }
    return last.snapshot
  }

  return {
    async read(work) {
      let versions = store.lastVersions() ?? (await store.versions())
      for (let attempt = 0; attempt < attempts; attempt++) {
        const result = await outcomeOf(() => work(fromMemory(versions)))
        if (result.error === notRemembered) break
        const now = await store.versions()
        if (now === versions) return valueOf(result)
        versions = now
      }
      return store.read((tx) => readIn(tx, versions, memory, work))
    },
  }
}

/** The state of a transaction does not move: where it is another one than thought, once more is enough. */
async function readIn<T>(
  tx: ReadTransaction,
  assumed: Versions,
  memory: Memory,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const certain = certainty(tx)
  const first = await outcomeOf(() => work(snapshotOf(memory, assumed, certain)))
  const actual = await certain.versions()
  if (actual === assumed) return valueOf(first)
  return work(snapshotOf(memory, actual, certain))
}

/** What is behind memory, with the versions that go with all of it. */
interface Certainty {
  readonly tx: ReadTransaction
  versions(): Promise<Versions>
  /** Gives what was read if the state is the one that it was read for. */
  sure<T>(assumed: Versions, read: Promise<T>): Promise<T>
  /** The same for what tells the state along with what it gives. */
  sureByItself<T>(assumed: Versions, read: Promise<T>): Promise<T>
}

/** Thrown where a transaction is of another state than was assumed; never leaves this file. */
const movedOn = new Error('the state is another one')

function certainty(tx: ReadTransaction): Certainty {
  let found: Promise<Versions> | undefined
  const versions = (): Promise<Versions> => (found ??= tx.versions())
  const sureByItself: Certainty['sureByItself'] = async (assumed, read) => {
    const result = await read
    if ((await versions()) !== assumed) throw movedOn
    return result
  }
  return {
    tx,
    versions,
    sureByItself,
    async sure(assumed, read) {
      if (found || tx.knownVersions()) return sureByItself(assumed, read)
      // Both are asked for before either is waited for: a database far away answers them together.
      const [result, actual] = await Promise.all([read, versions()])
      if (actual !== assumed) throw movedOn
      return result
    },
  }
}

function snapshotOf(memory: Memory, versions: Versions, certain: Certainty | null): Snapshot {
  const behind = certain && sureReading(certain, versions)
  function ask<T>(read: (tx: ReadTransaction) => Promise<T>): Promise<T> {
    if (!certain) throw notRemembered
    return certain.sure(versions, read(certain.tx))
  }
  return {
    reading: rememberedReading(memory.reading, versions, behind),
    async key(id) {
      const version = versions.of(changeable.keys)
      const known = memory.keys.get(id)
      if (known?.version === version) return known.key
      const key = await ask((tx) => tx.keys.load(id))
      if (key) memory.keys.set(id, { version, key })
      return key
    },
    async schema(rootId) {
      const version = versions.of(changeable.roots)
      const known = memory.schemas.get(rootId)
      if (known?.version === version) return known.schema
      const schema = indexSchema(await ask((tx) => tx.roots.load(rootId)))
      memory.schemas.set(rootId, { version, schema })
      return schema
    },
  }
}

function sureReading({ tx, sure, sureByItself }: Certainty, versions: Versions): Reading {
  const { reading } = tx
  return {
    page: (...asked) => sureByItself(versions, reading.page(...asked)),
    neighbours: (...asked) => sure(versions, reading.neighbours(...asked)),
    entries: (...asked) => sure(versions, reading.entries(...asked)),
    newestDocument: (...asked) => sure(versions, reading.newestDocument(...asked)),
    bodies: (...asked) => sure(versions, reading.bodies(...asked)),
    ends: (...asked) => sure(versions, reading.ends(...asked)),
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
