import type { Connection, Database } from './dialect.ts'
import { openScratch } from '../sqlite/scratch.ts'
import type { Change } from '../records.ts'
import type { Reading } from '../reading.ts'
import type { AfterWrite, Ids, ReadTransaction, Store, WriteTransaction } from '../store.ts'
import { accountReads, accountWrites } from './accounts.ts'
import { changeReads, changeWrites } from './changes.ts'
import { derivedReads } from './derived/reads.ts'
import { derivedWrites } from './derived/derived.ts'
import { itemReads, itemWrites } from './items.ts'
import { keptReplyReads, keptReplyWrites } from './kept-replies.ts'
import { keyReads, keyWrites } from './keys.ts'
import { mediaReads, mediaWrites } from './media.ts'
import { createReading } from './read/create-reading.ts'
import { createReadMemory, type ReadMemory } from './read/memory.ts'
import { rootReads, rootWrites } from './roots.ts'
import { createStates, type State } from '../versions/states.ts'
import { studioReads } from './studio/studio.ts'
import { tableReads, tableWrites } from './tables.ts'
import { usageReads, usageWrites } from './usage.ts'
import { userReads, userWrites } from './users.ts'
import type { Versions } from '../versions/versions.ts'

export function sqlStore(database: Database, memory: ReadMemory = createReadMemory()): Store {
  const { dialect } = database
  const states = createStates(dialect)
  const afterWrites = new Set<AfterWrite>()
  const versions = (): Promise<Versions> =>
    database.look((connection) => states.of(connection).versions())
  return {
    kind: dialect.kind,
    versions,
    lastVersions: states.last,
    read: (work, reader, over) =>
      database.read(
        (connection) => work(new Reads(connection, { memory, state: states.of(connection) })),
        reader,
        over,
      ),
    async write(work) {
      const appended: Change[] = []
      const result = await database.write((connection) => work(new Writes(connection, appended)))
      states.moveOn()
      database.announce()
      await Promise.all(Array.from(afterWrites, (hook) => hook(appended)))
      return result
    },
    afterWrite(hook) {
      afterWrites.add(hook)
      return () => void afterWrites.delete(hook)
    },
    openLog: (signals) => database.openLog(signals),
    openLease: (name, clock) => database.openLease(name, clock),
    faults: () => database.read((connection) => dialect.faults(connection)),
    openScratch,
    refreshStatistics: () => database.refreshStatistics(),
    close: () => database.close(),
  }
}

type Makers<Parts> = { readonly [Name in keyof Parts]: (connection: Connection) => Parts[Name] }

type PartsOfReads = Omit<ReadTransaction, 'reading' | 'versions' | 'knownVersions'>
type PartsOfWrites = Omit<WriteTransaction, keyof ReadTransaction | 'changes'> &
  Pick<WriteTransaction, keyof PartsOfReads>

const readers: Makers<PartsOfReads> = {
  roots: rootReads,
  items: (connection) => itemReads(connection, false),
  derived: derivedReads,
  media: (connection) => mediaReads(connection, false),
  keys: keyReads,
  users: (connection) => userReads(connection, false),
  accounts: accountReads,
  studio: studioReads,
  changes: changeReads,
  usage: usageReads,
  keptReplies: (connection) => keptReplyReads(connection, false),
  tables: tableReads,
}

/** Those who read lock what they read. */
const writers: Makers<Omit<PartsOfWrites, 'changes'>> = {
  roots: (connection) => ({ ...rootReads(connection), ...rootWrites(connection) }),
  items: (connection) => ({ ...itemReads(connection, true), ...itemWrites(connection) }),
  derived: (connection) => ({ ...derivedReads(connection), ...derivedWrites(connection) }),
  media: (connection) => ({ ...mediaReads(connection, true), ...mediaWrites(connection) }),
  keys: (connection) => ({ ...keyReads(connection), ...keyWrites(connection) }),
  users: (connection) => ({ ...userReads(connection, true), ...userWrites(connection) }),
  accounts: (connection) => ({ ...accountReads(connection), ...accountWrites(connection) }),
  studio: studioReads,
  usage: (connection) => ({ ...usageReads(connection), ...usageWrites(connection) }),
  keptReplies: (connection) => ({
    ...keptReplyReads(connection, true),
    ...keptReplyWrites(connection),
  }),
  tables: (connection) => ({ ...tableReads(connection), ...tableWrites(connection) }),
  ids: idsOf,
}

function idsOf(connection: Connection): Ids {
  const { dialect } = connection
  return {
    allocate: (kind, count) => dialect.allocateIds(connection, kind, count),
    raise: (kind, atLeast) => dialect.raiseId(connection, kind, atLeast),
  }
}

/** What is known of what was read. */
interface Known {
  readonly memory: ReadMemory
  readonly state: State
}

/**
 * Where it writes it has nothing in common with others: what is not committed must not be remembered.
 * Parts are made when they are asked for, because most transactions need one or two.
 */
class ReadParts {
  readonly connection: Connection
  #known: Known | undefined
  #reading: Reading | undefined

  constructor(connection: Connection, known?: Known) {
    this.connection = connection
    this.#known = known
  }

  get #own(): Known {
    const { connection } = this
    this.#known ??= {
      memory: createReadMemory(),
      state: createStates(connection.dialect).of(connection),
    }
    return this.#known
  }

  versions() {
    return this.#own.state.versions()
  }
  knownVersions() {
    return this.#own.state.known()
  }
  get reading() {
    const { memory, state } = this.#own
    this.#reading ??= createReading(this.connection, memory, state)
    return this.#reading
  }
}

class WriteParts extends ReadParts {
  readonly #appended: Change[]

  /** `appended` gets what is added to the change log. */
  constructor(connection: Connection, appended: Change[]) {
    super(connection)
    this.#appended = appended
  }

  get changes() {
    const { connection } = this
    return { ...changeReads(connection), ...changeWrites(connection, this.#appended) }
  }
}

type Connected = new (...given: never[]) => ReadParts

/** The class with a part for each maker, made once for each connection: none knows of its transaction. */
function withParts<Class extends Connected, Parts extends object>(
  Base: Class,
  makers: Makers<Parts>,
): new (...given: ConstructorParameters<Class>) => InstanceType<Class> & Parts {
  for (const name of Object.keys(makers) as (keyof Parts)[]) {
    const made = new WeakMap<Connection, unknown>()
    Object.defineProperty(Base.prototype, name, {
      get(this: ReadParts) {
        return made.getOrInsertComputed(this.connection, makers[name])
      },
    })
  }
  return Base as never
}

const Reads = withParts(ReadParts, readers)
const Writes = withParts(WriteParts, writers)
