import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import type { Connection, Database } from '../sql/dialect.ts'
import { OverBudget, type Reader } from '../reader.ts'
import { createWatch } from '../watch.ts'
import { openAside } from './aside.ts'
import { TurnBudget } from './budget.ts'
import { makePrivateFile } from './private-file.ts'
import { isBusy, SqliteConnection } from './connection.ts'
import { sqliteDialect } from './dialect.ts'
import { openSqliteLease } from './lease.ts'
import { openSqliteLog } from './log.ts'
import { groupedWrites } from './grouped-writes.ts'
import { sharedReads } from './shared-reads.ts'

/** How long a writer waits for the writers of other processes before it gives up. */
const lockPatience = 30_000
const readerCount = 4
/** What they share is the system's own memory of the file. */
const writerCacheBytes = 16 * 1024 * 1024
/** Of the reader that reads most of the time: the upper levels of large tables find room in it. */
const firstReaderCacheBytes = 8 * 1024 * 1024
const readerCacheBytes = 4 * 1024 * 1024

/**
 * Milliseconds between reads of a root space that are tried on the serving thread though they are too long
 * for it: they take no more than a twentieth of its time.
 */
const triesEvery = 200
/** So many may follow each other. Beyond, all reads of the root space go aside for a while. */
const triesAtOnce = 5

export interface SqliteOptions {
  /** Work that the serving thread may do in one turn, in rows looked at. */
  turnUnits?: number
}

/** Opens a database file; several processes may have it open. */
export function openSqlite(path: string, { turnUnits }: SqliteOptions = {}): Database {
  makePrivateFile(path)
  const writer = openFile(path, writerCacheBytes)
  writer.exec('pragma journal_mode = wal')
  // A busy handler would block the event loop; who writes waits instead.
  writer.exec('pragma busy_timeout = 0')
  /** The first one last, so that it is taken first. */
  const idleReaders: SqliteConnection[] = []
  let firstReader: SqliteConnection | undefined
  let openReaders = 0
  const waiting: ((connection: SqliteConnection) => void)[] = []
  const aside = openAside(path, createWatch())
  const budget = new TurnBudget(turnUnits)
  const writing = new SqliteConnection(writer, budget)
  /** Root spaces with reads that were too long, and the time at which all their tries are over. */
  const longRoots = new Map<number, number>()
  let looking: SqliteConnection | undefined
  let underWay: Promise<unknown> | undefined

  function takeReader(): Promise<SqliteConnection> {
    const idle = idleReaders.pop()
    if (idle) return Promise.resolve(idle)
    if (openReaders === readerCount) return new Promise((resolve) => waiting.push(resolve))
    openReaders++
    if (firstReader) return Promise.resolve(openReader(path, budget, readerCacheBytes))
    firstReader = openReader(path, budget, firstReaderCacheBytes)
    return Promise.resolve(firstReader)
  }

  function giveBack(connection: SqliteConnection): void {
    const next = waiting.shift()
    if (next) next(connection)
    else if (connection === firstReader) idleReaders.push(connection)
    else idleReaders.unshift(connection)
  }

  /** Requests that begin together ask once, when all of them are there (`http/turns.ts`). */
  async function lookSoon<T>(read: (connection: Connection) => Promise<T>): Promise<T> {
    await new Promise<void>((resolve) => process.nextTick(resolve))
    underWay = undefined
    // Who wrote last need not read again what its own write has changed.
    if (!writing.isInTransaction) return read(writing)
    looking ??= openReader(path, budget, readerCacheBytes)
    return read(looking)
  }

  const writes = groupedWrites<Connection>({
    begin: () => beginImmediate(writing),
    commit: () => writing.commit(),
    rollback: () => writing.rollback(),
    mark: () => writing.control('savepoint one'),
    dropMark: () => writing.control('release one'),
    backToMark: () => writing.control('rollback to one'),
    place: writing,
  })
  const readsOn = (isLimited: boolean) =>
    sharedReads<Connection>(async (use) => {
      const connection = await takeReader()
      try {
        await connection.reading(use, isLimited)
      } finally {
        giveBack(connection)
      }
    })
  const reads = readsOn(false)
  const limitedReads = readsOn(true)

  function isLongRoot(rootId: number): boolean {
    const left = (longRoots.get(rootId) ?? 0) - performance.now()
    if (left <= 0) longRoots.delete(rootId)
    return left > (triesAtOnce - 1) * triesEvery
  }

  function readAside<T>(work: Work<T>, reader: Reader, { hasBegun }: OverBudget): Promise<T> {
    const { rootId } = reader
    const earlier = Math.max(longRoots.get(rootId) ?? 0, performance.now())
    if (hasBegun) longRoots.set(rootId, earlier + triesEvery)
    return aside.read(work, reader)
  }

  async function readFor<T>(work: Work<T>, reader: Reader, over?: OverBudget): Promise<T> {
    if (over) return readAside(work, reader, over)
    if (isLongRoot(reader.rootId)) return aside.read(work, reader)
    try {
      return await limitedReads.read(work)
    } catch (error) {
      if (error instanceof OverBudget) return readAside(work, reader, error)
      throw error
    }
  }

  const database: Database = {
    dialect: sqliteDialect,
    look<T>(read: (connection: Connection) => Promise<T>) {
      underWay ??= lookSoon(read)
      return underWay as Promise<T>
    },
    read: (work, reader, over) => (reader ? readFor(work, reader, over) : reads.read(work)),
    write: (work) => writes.write(work),
    // Our statements say themselves which index to walk; statistics would only make plans uncertain.
    async refreshStatistics() {},
    openLog: async (signals) => openSqliteLog(path, signals),
    openLease: (name) => openSqliteLease(path, name, database),
    // Who follows sees by the file that something was committed.
    announce() {},
    async close() {
      await writes.end()
      await underWay
      await aside.close()
      writing.close()
      looking?.close()
      for (const reader of idleReaders) reader.close()
    },
  }
  return database
}

function openFile(path: string, cacheBytes: number): DatabaseSync {
  const file = new DatabaseSync(path, { timeout: 2_000 })
  // FULL makes every commit durable in WAL mode; the rest is memory, not safety.
  file.exec(`
    pragma synchronous = full;
    pragma wal_autocheckpoint = 4000;
    pragma cache_size = -${cacheBytes / 1024};
    pragma temp_store = memory;
  `)
  return file
}

type Work<T> = (connection: Connection) => Promise<T>

function openReader(path: string, budget: TurnBudget, cacheBytes: number): SqliteConnection {
  const file = openFile(path, cacheBytes)
  file.exec('pragma query_only = true')
  return new SqliteConnection(file, budget)
}

/** Waits for another process's writer without blocking the event loop. */
async function beginImmediate(connection: SqliteConnection): Promise<void> {
  const deadline = Date.now() + lockPatience
  for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
    try {
      return connection.begin()
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error
      await delay(pause)
    }
  }
}
