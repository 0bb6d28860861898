import type { Connection, Database, Dialect } from './dialect.ts'
import { openScratch } from '../sqlite/scratch.ts'
import type { Change } from '../records.ts'
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
  const reads = (connection: Connection): Parts =>
    new Parts(connection, dialect, { memory, state: states.of(connection) })
  return {
    kind: dialect.kind,
    versions,
    lastVersions: states.last,
    bodies: (documentIds) =>
      database.glance(async (connection) => {
        const tx = reads(connection)
        const [byId, now] = await Promise.all([tx.reading.bodies(documentIds), tx.versions()])
        return { byId, versions: now }
      }),
    read: (work, reader, isLong) =>
      database.read((connection) => work(reads(connection)), reader, isLong),
    async write(work) {
      const appended: Change[] = []
      const result = await database.write((connection) =>
        work(new WriteParts(connection, dialect, appended)),
      )
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

/** What is known of what was read. */
interface Known {
  readonly memory: ReadMemory
  readonly state: State
}

/**
 * Where it writes it has nothing in common with others: what is not committed must not be remembered.
 * Parts are made when they are asked for, because most transactions need one or two.
 */
class Parts implements ReadTransaction {
  protected readonly connection: Connection
  protected readonly dialect: Dialect
  #known: Known | undefined
  #reading: ReadTransaction['reading'] | undefined

  constructor(connection: Connection, dialect: Dialect, known?: Known) {
    this.connection = connection
    this.dialect = dialect
    this.#known = known
  }

  get #own(): Known {
    const { connection, dialect } = this
    this.#known ??= { memory: createReadMemory(), state: createStates(dialect).of(connection) }
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
    this.#reading ??= createReading(this.connection, this.dialect, memory, state)
    return this.#reading
  }
  get roots() {
    return rootReads(this.connection)
  }
  get items() {
    return itemReads(this.connection, this.dialect, false)
  }
  get derived() {
    return derivedReads(this.connection, this.dialect)
  }
  get media() {
    return mediaReads(this.connection, this.dialect, false)
  }
  get keys() {
    return keyReads(this.connection)
  }
  get users() {
    return userReads(this.connection, this.dialect, false)
  }
  get accounts() {
    return accountReads(this.connection, this.dialect)
  }
  get studio() {
    return studioReads(this.connection, this.dialect)
  }
  get changes() {
    return changeReads(this.connection)
  }
  get usage() {
    return usageReads(this.connection, this.dialect)
  }
  get keptReplies() {
    return keptReplyReads(this.connection, this.dialect, false)
  }
  get tables() {
    return tableReads(this.connection, this.dialect)
  }
}

/** Made once for each connection: a write needs many of them, and none knows of its transaction. */
function onceFor<Part>(
  make: (connection: Connection, dialect: Dialect) => Part,
): (connection: Connection, dialect: Dialect) => Part {
  const made = new WeakMap<Connection, Part>()
  return (connection, dialect) => {
    const known = made.get(connection)
    if (known) return known
    const part = make(connection, dialect)
    made.set(connection, part)
    return part
  }
}

const writing = {
  roots: onceFor((connection, dialect) => ({
    ...rootReads(connection),
    ...rootWrites(connection, dialect),
  })),
  items: onceFor((connection, dialect) => ({
    ...itemReads(connection, dialect, true),
    ...itemWrites(connection, dialect),
  })),
  derived: onceFor((connection, dialect) => ({
    ...derivedReads(connection, dialect),
    ...derivedWrites(connection, dialect),
  })),
  media: onceFor((connection, dialect) => ({
    ...mediaReads(connection, dialect, true),
    ...mediaWrites(connection, dialect),
  })),
  keys: onceFor((connection, dialect) => ({
    ...keyReads(connection),
    ...keyWrites(connection, dialect),
  })),
  users: onceFor((connection, dialect) => ({
    ...userReads(connection, dialect, true),
    ...userWrites(connection),
  })),
  accounts: onceFor((connection, dialect) => ({
    ...accountReads(connection, dialect),
    ...accountWrites(connection, dialect),
  })),
  usage: onceFor((connection, dialect) => ({
    ...usageReads(connection, dialect),
    ...usageWrites(connection, dialect),
  })),
  tables: onceFor((connection, dialect) => ({
    ...tableReads(connection, dialect),
    ...tableWrites(connection),
  })),
}

class WriteParts extends Parts implements WriteTransaction {
  readonly #appended: Change[]

  /** `appended` gets what is added to the change log. */
  constructor(connection: Connection, dialect: Dialect, appended: Change[]) {
    super(connection, dialect)
    this.#appended = appended
  }

  override get roots() {
    return writing.roots(this.connection, this.dialect)
  }
  override get items() {
    return writing.items(this.connection, this.dialect)
  }
  override get derived() {
    return writing.derived(this.connection, this.dialect)
  }
  override get media() {
    return writing.media(this.connection, this.dialect)
  }
  override get keys() {
    return writing.keys(this.connection, this.dialect)
  }
  override get users() {
    return writing.users(this.connection, this.dialect)
  }
  override get accounts() {
    return writing.accounts(this.connection, this.dialect)
  }
  override get changes() {
    return { ...super.changes, ...changeWrites(this.connection, this.dialect, this.#appended) }
  }
  override get usage() {
    return writing.usage(this.connection, this.dialect)
  }
  override get tables() {
    return writing.tables(this.connection, this.dialect)
  }
  override get keptReplies() {
    const { connection, dialect } = this
    return { ...keptReplyReads(connection, dialect, true), ...keptReplyWrites(connection) }
  }
  get ids(): Ids {
    const { connection, dialect } = this
    return {
      allocate: (kind, count) => dialect.allocateIds(connection, kind, count),
      raise: (kind, atLeast) => dialect.raiseId(connection, kind, atLeast),
    }
  }
}
