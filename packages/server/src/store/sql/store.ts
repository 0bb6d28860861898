import type { Connection, Database } from './dialect.ts'
import { openScratch } from '../scratch.ts'
import { currentClientAddress, withoutClientAddress } from '../client-address.ts'
import type { Change } from '../records.ts'
import type { Reading } from '../reading.ts'
import {
  TakenMeanwhile,
  type AfterWrite,
  type Ids,
  type ReadTransaction,
  type Store,
  type WriteTransaction,
} from '../store.ts'
import { accountReads, accountWrites } from './accounts.ts'
import { changeReads, changeWrites, type Appending } from './changes.ts'
import { derivedReads } from './derived/reads.ts'
import { derivedWrites } from './derived/derived.ts'
import { claimTable } from './derived/rows.ts'
import { previewReads, previewWrites } from './derived/previews.ts'
import { itemReads, itemWrites } from './items.ts'
import { idempotentReplyReads, idempotentReplyWrites } from './idempotent-replies.ts'
import { keyReads, keyWrites } from './keys.ts'
import { tokenReads, tokenWrites } from './tokens.ts'
import { mediaReads, mediaWrites } from './media.ts'
import { createReading } from './read/create-reading.ts'
import { createReadCache, type ReadCache } from './read/read-cache.ts'
import { releaseReads, releaseWrites } from './releases.ts'
import { rootReads, rootWrites } from './roots.ts'
import { scheduleReads, scheduleWrites } from './schedules.ts'
import { reviewReads, reviewWrites } from './reviews.ts'
import { revisionReads, revisionWrites } from './revisions.ts'
import { createStates, currentVersions, type State } from '../versions/versions.ts'
import { studioReads } from './studio/studio.ts'
import { tableReads, tableWrites } from './tables.ts'
import { usageReads, usageWrites } from './usage.ts'
import { userReads, userWrites } from './users.ts'
import { viewReads, viewWrites } from './saved-views.ts'
import { presenceReads, presenceWrites } from './presences.ts'
import { undoReads, undoWrites } from './undo-states.ts'
import { webhookReads, webhookWrites } from './webhooks/webhooks.ts'

export function sqlStore(database: Database, cache: ReadCache = createReadCache()): Store {
  const { dialect } = database
  const states = createStates(dialect)
  const afterWrites = new Set<AfterWrite>()
  return {
    kind: dialect.kind,
    versions: currentVersions(database, states),
    lastVersions: states.last,
    read: (work, reader, over) =>
      database.read(
        (connection) => work(new Reads(connection, { cache, state: states.of(connection) })),
        reader,
        over,
      ),
    async write(work) {
      const appended: Change[] = []
      // Taken here, because one transaction may contain the writes of several requests.
      const appending = { appended, address: currentClientAddress() }
      const result = await database
        .write((connection) => work(new Writes(connection, appending)))
        .catch((error: unknown) => {
          // Claims are checked before, so another transaction took the value in between.
          throw dialect.isUniqueViolation(error, claimTable.name) ? new TakenMeanwhile() : error
        })
      states.invalidate()
      database.announce()
      await withoutClientAddress(() =>
        Promise.all(Array.from(afterWrites, (hook) => hook(appended))),
      )
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

type Factories<Parts> = { readonly [Name in keyof Parts]: (connection: Connection) => Parts[Name] }

type PartsOfReads = Omit<ReadTransaction, 'reading' | 'versions' | 'cachedVersions'>
type PartsOfWrites = Omit<WriteTransaction, keyof ReadTransaction | 'changes'> &
  Pick<WriteTransaction, keyof PartsOfReads>

const readers: Factories<PartsOfReads> = {
  roots: rootReads,
  items: (connection) => itemReads(connection, false),
  derived: derivedReads,
  media: (connection) => mediaReads(connection, false),
  keys: keyReads,
  tokens: tokenReads,
  users: (connection) => userReads(connection, false),
  accounts: accountReads,
  schedules: (connection) => scheduleReads(connection, false),
  releases: (connection) => releaseReads(connection, false),
  reviews: reviewReads,
  views: viewReads,
  undos: undoReads,
  presences: presenceReads,
  previews: previewReads,
  studio: studioReads,
  revisions: revisionReads,
  changes: changeReads,
  usage: usageReads,
  idempotentReplies: (connection) => idempotentReplyReads(connection, false),
  webhooks: (connection) => webhookReads(connection, false),
  tables: tableReads,
}

/** Reads in a write transaction lock their rows. */
const writers: Factories<Omit<PartsOfWrites, 'changes'>> = {
  roots: (connection) => ({ ...rootReads(connection), ...rootWrites(connection) }),
  items: (connection) => ({ ...itemReads(connection, true), ...itemWrites(connection) }),
  derived: (connection) => ({ ...derivedReads(connection), ...derivedWrites(connection) }),
  media: (connection) => ({ ...mediaReads(connection, true), ...mediaWrites(connection) }),
  keys: (connection) => ({ ...keyReads(connection), ...keyWrites(connection) }),
  tokens: (connection) => ({ ...tokenReads(connection), ...tokenWrites(connection) }),
  users: (connection) => ({ ...userReads(connection, true), ...userWrites(connection) }),
  accounts: (connection) => ({ ...accountReads(connection), ...accountWrites(connection) }),
  schedules: (connection) => ({
    ...scheduleReads(connection, true),
    ...scheduleWrites(connection),
  }),
  releases: (connection) => ({ ...releaseReads(connection, true), ...releaseWrites(connection) }),
  reviews: (connection) => ({ ...reviewReads(connection), ...reviewWrites(connection) }),
  views: (connection) => ({ ...viewReads(connection), ...viewWrites(connection) }),
  undos: (connection) => ({ ...undoReads(connection), ...undoWrites(connection) }),
  presences: (connection) => ({ ...presenceReads(connection), ...presenceWrites(connection) }),
  previews: (connection) => ({ ...previewReads(connection), ...previewWrites(connection) }),
  studio: studioReads,
  revisions: (connection) => ({ ...revisionReads(connection), ...revisionWrites(connection) }),
  usage: (connection) => ({ ...usageReads(connection), ...usageWrites(connection) }),
  idempotentReplies: (connection) => ({
    ...idempotentReplyReads(connection, true),
    ...idempotentReplyWrites(connection),
  }),
  webhooks: (connection) => ({ ...webhookReads(connection, true), ...webhookWrites(connection) }),
  tables: (connection) => ({ ...tableReads(connection), ...tableWrites(connection) }),
  ids: idsOf,
}

function idsOf(connection: Connection): Ids {
  const { dialect } = connection
  return {
    allocate: (kind, count) => dialect.ids.allocate(connection, kind, count),
    raise: (kind, atLeast) => dialect.ids.raise(connection, kind, atLeast),
  }
}

/** The caches that the reads of a transaction use. */
interface ReadState {
  readonly cache: ReadCache
  readonly state: State
}

/**
 * A write transaction has its own caches, because uncommitted data must not be cached. Parts are created on
 * first use, because most transactions need one or two.
 */
class ReadParts {
  readonly connection: Connection
  #shared: ReadState | undefined
  #reading: Reading | undefined

  constructor(connection: Connection, shared?: ReadState) {
    this.connection = connection
    this.#shared = shared
  }

  get #own(): ReadState {
    const { connection } = this
    this.#shared ??= {
      cache: createReadCache(),
      state: createStates(connection.dialect).of(connection),
    }
    return this.#shared
  }

  versions() {
    return this.#own.state.versions()
  }
  cachedVersions() {
    return this.#own.state.cached()
  }
  get reading() {
    const { cache, state } = this.#own
    this.#reading ??= createReading(this.connection, cache, state)
    return this.#reading
  }
}

class WriteParts extends ReadParts {
  readonly #appending: Appending

  constructor(connection: Connection, appending: Appending) {
    super(connection)
    this.#appending = appending
  }

  /** A new one at each use: the transaction may have written in between. */
  override get reading() {
    const { connection } = this
    const { dialect } = connection
    return createReading(connection, createReadCache(), createStates(dialect).of(connection))
  }
  get changes() {
    const { connection } = this
    return { ...changeReads(connection), ...changeWrites(connection, this.#appending) }
  }
}

type Connected = new (...given: never[]) => ReadParts

/** Adds a getter for each part, created once per connection: parts do not depend on the transaction. */
function withParts<Class extends Connected, Parts extends object>(
  Base: Class,
  factories: Factories<Parts>,
): new (...given: ConstructorParameters<Class>) => InstanceType<Class> & Parts {
  for (const name of Object.keys(factories) as (keyof Parts)[]) {
    const parts = new WeakMap<Connection, unknown>()
    Object.defineProperty(Base.prototype, name, {
      get(this: ReadParts) {
        return parts.getOrInsertComputed(this.connection, factories[name])
      },
    })
  }
  return Base as never
}

const Reads = withParts(ReadParts, readers)
const Writes = withParts(WriteParts, writers)
