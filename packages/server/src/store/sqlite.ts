import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import type { Columns, Connection, Database, Dialect } from './dialect.ts'
import { raw, sql, type Sql } from './sql/sql.ts'
import { openAside, type Aside } from './sqlite-aside.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { openSqliteLog } from './sqlite-log.ts'
import { groupedWrites } from './grouped-writes.ts'
import { sharedReads } from './shared-reads.ts'
import { gramToken, sqliteReading } from './sqlite-reading.ts'
import { gramsOf } from './sql/grams.ts'
import { searchableDocuments } from './sql/search.ts'

/** How long a writer waits for the writers of other processes before it gives up. */
const lockPatience = 30_000
const readerCount = 4
/** What they share is the system's own memory of the file. */
const writerCacheBytes = 16 * 1024 * 1024
/** Of the reader that reads most of the time: the upper levels of large tables find room in it. */
const firstReaderCacheBytes = 8 * 1024 * 1024
const readerCacheBytes = 4 * 1024 * 1024

/** Up to so many ids are parameters of their own; more are one. */
const mostPlaces = 16

/** Filled up with the last one to a power of two, so that there are few statements. */
function inPlaces(column: string, ids: readonly number[]): Sql {
  let places = 1
  while (places < ids.length) places *= 2
  const values = ids.slice()
  while (values.length < places) values.push(ids.at(-1) ?? 0)
  const chunks = placesOf.getOrInsertComputed(`${column} ${places}`, () => [
    `${column} in (`,
    ...Array<string>(places - 1).fill(', '),
    ')',
  ])
  return { chunks, values }
}

const placesOf = new Map<string, readonly string[]>()

/** Indexing one document for search costs nearly as much as indexing so many at once. */
const mostPending = 16
const pendingColumns = { document_id: 'integer' } as const satisfies Columns

const sqliteDialect: Dialect = {
  kind: 'sqlite',
  reading: sqliteReading,
  idType: 'integer',
  textType: 'text',
  clustered: ' without rowid',
  isOneOf: (column, ids) =>
    ids.length > 0 && ids.length <= mostPlaces
      ? inPlaces(column, ids)
      : sql`${raw(column)} in (select value from json_each(${JSON.stringify(ids)}))`,
  isOneOfTexts: (column, texts) =>
    sql`${raw(column)} in (select value from json_each(${JSON.stringify(texts)}))`,
  async hasTable(connection, table) {
    const found = await connection.all(sql`select 1 from sqlite_schema where name = ${table}`)
    return found.length > 0
  },
  // A writing transaction has the whole database to itself.
  forUpdate: raw(''),
  async lockRoot() {},
  async lockName() {},
  // Not in one statement that returns the new value: that takes four times as long.
  async allocateIds(connection, kind, count) {
    const before = await this.highestId(connection, kind)
    await this.raiseId(connection, kind, before + count)
    const ids: number[] = []
    for (let id = before + 1; id <= before + count; id++) ids.push(id)
    return ids
  },
  async raiseId(connection, kind, atLeast) {
    await connection.run(
      sql`insert into counters (name, value) values (${kind}, ${atLeast})
        on conflict (name) do update set value = max(value, excluded.value)`,
    )
  },
  async highestId(connection, kind) {
    const [row] = await connection.all<{ value: number }>(
      sql`select value from counters where name = ${kind}`,
    )
    return row?.value ?? 0
  },
  ownTables: `
    create table counters (name text not null primary key, value bigint not null) without rowid;
    create virtual table search_grams using fts5
      (grams, content='', contentless_delete=1, detail=none, tokenize='ascii');
  `,
  // The order of numbers is the order of commits already.
  changeLogColumns: '',
  shard: raw('0'),
  countsEntries: true,
  pendingTable: 'create table search_pending (document_id integer not null primary key);',
  searchTables: [
    ['search_grams', 'rowid'],
    ['search_pending', 'document_id'],
  ],
  async saveGrams(connection, documents) {
    if (documents.length >= mostPending) return this.indexGrams(connection, documents)
    const rows = documents.map(({ id }) => ({ document_id: id }))
    await connection.insertRows('search_pending', pendingColumns, rows)
    const [pending] = await connection.all<{ count: number }>(
      sql`select count(*) as count from search_pending`,
    )
    if (!pending || pending.count < mostPending) return
    const waiting = await connection.all<{ id: number }>(
      sql`select document_id as id from search_pending`,
    )
    const ids = waiting.map(({ id }) => id)
    await this.indexGrams(connection, await searchableDocuments(connection, this, ids))
    await connection.run(sql`delete from search_pending`)
  },
  async indexGrams(connection, documents) {
    const rows = documents.map(({ id, texts }) => ({
      rowid: id,
      grams: [...gramsOf(texts)].map(gramToken).join(' '),
    }))
    await connection.insertRows('search_grams', { rowid: 'integer', grams: 'text' }, rows)
  },
  async removeGrams(connection, documentIds) {
    for (const [table, column] of this.searchTables) {
      await connection.run(
        sql`delete from ${raw(table)} where ${this.isOneOf(column, documentIds)}`,
      )
    }
  },
  async faults(connection) {
    const rows = await connection.all<{ quick_check: string }>(sql`pragma quick_check(20)`)
    return rows.map((row) => row.quick_check).filter((fault) => fault !== 'ok')
  },
  isUniqueViolation: (error) =>
    error instanceof Error && 'errcode' in error && [1555, 2067].includes(Number(error.errcode)),
}

/** Opens a database file; several processes may have it open. */
export function openSqlite(path: string): Database {
  const writer = openFile(path, writerCacheBytes)
  writer.exec('pragma journal_mode = wal')
  // A busy handler would block the event loop; who writes waits instead.
  writer.exec('pragma busy_timeout = 0')
  /** The first one last, so that it is taken first. */
  const idleReaders: SqliteConnection[] = []
  let firstReader: SqliteConnection | undefined
  let openReaders = 0
  const waiting: ((connection: SqliteConnection) => void)[] = []
  const aside = openAside(path)
  const writing = new SqliteConnection(writer, aside)
  let looking: SqliteConnection | undefined
  let underWay: Promise<unknown> | undefined

  function takeReader(): Promise<SqliteConnection> {
    const idle = idleReaders.pop()
    if (idle) return Promise.resolve(idle)
    if (openReaders === readerCount) return new Promise((resolve) => waiting.push(resolve))
    openReaders++
    if (firstReader) return Promise.resolve(openReader(path, aside, readerCacheBytes))
    firstReader = openReader(path, aside, firstReaderCacheBytes)
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
    looking ??= openReader(path, aside, readerCacheBytes)
    return read(looking)
  }

  const writes = groupedWrites<Connection>({
    begin: () => beginImmediate(writing),
    commit: () => writing.commit(),
    rollback: () => writing.rollback(),
    mark: () => writing.control('savepoint one'),
    dropMark: () => writing.control('release one'),
    backToMark() {
      writing.control('rollback to one')
      writing.written?.isMore()
    },
    place: writing,
  })
  const reads = sharedReads<Connection>(async (use) => {
    const connection = await takeReader()
    try {
      await connection.reading(use)
    } finally {
      giveBack(connection)
    }
  })

  return {
    dialect: sqliteDialect,
    look<T>(read: (connection: Connection) => Promise<T>) {
      underWay ??= lookSoon(read)
      return underWay as Promise<T>
    },
    async glance(work) {
      const connection = await takeReader()
      try {
        return await work(connection)
      } finally {
        giveBack(connection)
      }
    },
    read: (work) => reads.read(work),
    write: (work) => writes.write(work),
    // Our statements say themselves which index to walk; statistics would only make plans uncertain.
    async refreshStatistics() {},
    openLog: async (signals) => openSqliteLog(path, signals),
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

function openReader(path: string, aside: Aside, cacheBytes: number): SqliteConnection {
  const file = openFile(path, cacheBytes)
  file.exec('pragma query_only = true')
  return new SqliteConnection(file, aside)
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

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5
}
