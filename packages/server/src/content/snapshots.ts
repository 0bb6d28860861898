/**
 * One state of the store for one request: key, schema and content, from memory where that is known to
 * be of this state, from a transaction where it is not. Whatever was read is of one moment that lies
 * after the request came: a key that was revoked is gone at once, and nobody reads what was before.
 */
import { indexSchema, type Schema } from '@octavo/schema/schema.ts'
import { boundedMap, type BoundedMap } from '../store/bounded-map.ts'
import { OverBudget, type Reader } from '../store/reader.ts'
import type { Reading } from '../store/reading.ts'
import type { KeyRecord } from '../store/records.ts'
import {
  createReadingMemory,
  RememberedReading,
  type ReadingMemory,
} from '../store/remembered-reading.ts'
import type { Store } from '../store/store.ts'
import { changeable, type Versions } from '../store/versions.ts'
import { CertainReading } from './certain-reading.ts'
import { createSingleReads } from './single-reads.ts'

export interface Snapshot {
  readonly reading: Reading
  key(id: number): Promise<KeyRecord | undefined>
  schema(rootId: number): Promise<Schema>
}

export interface Snapshots {
  /**
   * Reads are repeated where the state turns out to have moved on, or where they take too long for the
   * serving thread: `work` must do nothing else.
   */
  read<T>(work: (snapshot: Snapshot) => Promise<T>, reader?: Reader): Promise<T>
}

type Work<T> = (snapshot: Snapshot) => Promise<T>

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
  const singles = createSingleReads(store)

  async function attempt<T>(behind: CertainReading, work: Work<T>): Promise<Attempted<T>> {
    const { assumed } = behind
    try {
      const first = await outcomeOf(() => work(new StateSnapshot(memory, behind)))
      const actual = await behind.versions()
      if (actual === assumed) return { value: valueOf(first) }
      if (!behind.stays) return { movedTo: actual }
      behind.assumed = actual
      return { value: await work(new StateSnapshot(memory, behind)) }
    } finally {
      behind.end()
    }
  }

  function readInTransaction<T>(work: Work<T>, reader?: Reader, isLong?: boolean): Promise<T> {
    return store.read(
      async (tx) => {
        const behind = await CertainReading.inTransaction(store, singles, tx)
        return work(new StateSnapshot(memory, behind))
      },
      reader,
      isLong,
    )
  }

  async function readAt<T>(seen: Versions, work: Work<T>, reader?: Reader): Promise<T> {
    const once = await attempt(CertainReading.ofSeen(store, singles, seen, reader), work)
    return 'value' in once ? once.value : readInTransaction(work, reader)
  }

  async function readNow<T>(work: Work<T>, reader?: Reader): Promise<T> {
    const last = store.lastVersions()
    if (!last) return readAt(await store.versions(), work, reader)
    const guess = await attempt(new CertainReading(store, singles, last, reader), work)
    return 'value' in guess ? guess.value : readAt(guess.movedTo, work, reader)
  }

  return {
    async read(work, reader) {
      try {
        return await readNow(work, reader)
      } catch (error) {
        if (reader && error instanceof OverBudget) return readInTransaction(work, reader, true)
        throw error
      }
    },
  }
}

/** `movedTo`: the state moved on meanwhile, and there was no transaction to stay in. */
type Attempted<T> = { value: T } | { movedTo: Versions }

/** A class because there is one for each request. */
class StateSnapshot implements Snapshot {
  readonly reading: Reading
  readonly #memory: Memory
  readonly #versions: Versions
  readonly #behind: CertainReading

  constructor(memory: Memory, behind: CertainReading) {
    this.reading = new RememberedReading(memory.reading, behind.assumed, behind)
    this.#memory = memory
    this.#versions = behind.assumed
    this.#behind = behind
  }

  async key(id: number): Promise<KeyRecord | undefined> {
    const { keys } = this.#memory
    const version = this.#versions.of(changeable.keys)
    const known = keys.get(id)
    if (known?.version === version) return known.key
    const key = await this.#behind.sure((tx) => tx.keys.load(id))
    if (key) keys.set(id, { version, key })
    return key
  }

  async schema(rootId: number): Promise<Schema> {
    const { schemas } = this.#memory
    const version = this.#versions.of(changeable.roots)
    const known = schemas.get(rootId)
    if (known?.version === version) return known.schema
    const root = await this.#behind.sure((tx) => tx.roots.load(rootId))
    const schema = indexSchema(root)
    schemas.set(rootId, { version, schema })
    return schema
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
