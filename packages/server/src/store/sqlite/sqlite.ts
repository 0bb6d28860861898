import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import type { Connection, Database, Durability } from '../sql/dialect.ts'
import { OverBudget, type Reader } from '../reader.ts'
import { createWatch } from '../watch.ts'
import { openReadThreads } from './read-threads.ts'
import { TurnBudget } from './budget.ts'
import { createPrivateFile } from './private-file.ts'
import { isBusy, SqliteConnection } from './connection.ts'
import { sqliteDialect } from './dialect.ts'
import { openSqliteLease } from './lease.ts'
import { openSqliteLog } from './log.ts'
import { groupedWrites } from './grouped-writes.ts'
import { sharedReads } from './shared-reads.ts'

/** Milliseconds that a writer waits for the writers of other processes before it fails. */
const lockPatience = 30_000
const readerCount = 4
/** Caches are per connection; connections share only the page cache of the operating system. */
const writerCacheBytes = 16 * 1024 * 1024
/** For the most used reader: the upper levels of large tables fit into it. */
const firstReaderCacheBytes = 8 * 1024 * 1024
const readerCacheBytes = 4 * 1024 * 1024

/**
 * Milliseconds between reads of a root space that are tried on the serving thread although they are too
 * long for it: they take no more than a twentieth of its time.
 */
const triesEvery = 200
/**
 * This many tries may follow each other. After that, all reads of the root space run off-thread for a
 * while.
 */
const triesAtOnce = 5

export interface SqliteOptions extends Durability {
  /** Work that the serving thread may do in one turn, in visited rows. */
  turnUnits?: number
  /** The time since any moment, in milliseconds. */
  now?(): number
}

/** Opens a database file; several processes may have it open. */
export function openSqlite(
  path: string,
  { turnUnits, now = () => performance.now(), isDurable = true }: SqliteOptions = {},
): Database {
  createPrivateFile(path)
  const writer = openFile(path, writerCacheBytes)
  writer.exec('pragma journal_mode = wal')
  // A busy handler would block the event loop; `beginImmediate` waits instead.
  writer.exec('pragma busy_timeout = 0')
  // A durable commit of another connection also syncs the earlier ones of this connection.
  if (!isDurable) writer.exec('pragma synchronous = normal')
  /** The first reader is at the end, so that it is taken first. */
  const idleReaders: SqliteConnection[] = []
  let firstReader: SqliteConnection | undefined
  let openReaders = 0
  const waiting: ((connection: SqliteConnection) => void)[] = []
  const readThreads = openReadThreads(path, createWatch())
  const budget = new TurnBudget(turnUnits)
  const writing = new SqliteConnection(writer, budget)
  /** Root spaces with reads that were too long, and the time when all their tries have expired. */
  const longRoots = new Map<number, number>()
  let checkReader: SqliteConnection | undefined
  let pendingCheck: Promise<unknown> | undefined

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

  /** Concurrent requests share one check, after all of them have arrived (`scheduling/turns.ts`). */
  async function checkSoon<T>(read: (connection: Connection) => Promise<T>): Promise<T> {
    await new Promise<void>((resolve) => process.nextTick(resolve))
    pendingCheck = undefined
    // The writing connection has the pages of its own write in its cache.
    if (!writing.isInTransaction) return read(writing)
    checkReader ??= openReader(path, budget, readerCacheBytes)
    return read(checkReader)
  }

  const writes = groupedWrites<Connection>({
    begin: () => beginImmediate(writing),
    commit: () => writing.commit(),
    rollback: () => writing.rollback(),
    setSavepoint: () => writing.control('savepoint one'),
    releaseSavepoint: () => writing.control('release one'),
    rollbackToSavepoint: () => writing.control('rollback to one'),
    connection: writing,
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
    const left = (longRoots.get(rootId) ?? 0) - now()
    if (left <= 0) longRoots.delete(rootId)
    return left > (triesAtOnce - 1) * triesEvery
  }

  function readOffThread<T>(work: Work<T>, reader: Reader, { hasBegun }: OverBudget): Promise<T> {
    const { rootId } = reader
    const earlier = Math.max(longRoots.get(rootId) ?? 0, now())
    if (hasBegun) longRoots.set(rootId, earlier + triesEvery)
    return readThreads.read(work, reader)
  }

  async function readFor<T>(work: Work<T>, reader: Reader, over?: OverBudget): Promise<T> {
    if (over) return readOffThread(work, reader, over)
    if (isLongRoot(reader.rootId)) return readThreads.read(work, reader)
    try {
      return await limitedReads.read(work)
    } catch (error) {
      if (error instanceof OverBudget) return readOffThread(work, reader, error)
      throw error
    }
  }

  const database: Database = {
    dialect: sqliteDialect,
    checkVersions<T>(read: (connection: Connection) => Promise<T>) {
      pendingCheck ??= checkSoon(read)
      return pendingCheck as Promise<T>
    },
    read: (work, reader, over) => (reader ? readFor(work, reader, over) : reads.read(work)),
    write: (work) => writes.write(work),
    // The statements name their indexes; statistics would only make plans less predictable.
    async refreshStatistics() {},
    openLog: async (signals) => openSqliteLog(path, signals),
    openLease: (name) => openSqliteLease(path, name, database),
    // Consumers detect commits from the file itself.
    announce() {},
    async close() {
      await writes.end()
      await pendingCheck
      await readThreads.close()
      writing.close()
      checkReader?.close()
      for (const reader of idleReaders) reader.close()
    },
  }
  return database
}

function openFile(path: string, cacheBytes: number): DatabaseSync {
  const file = new DatabaseSync(path, { timeout: 2_000 })
  // FULL makes every commit durable in WAL mode; the other settings only affect memory.
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
