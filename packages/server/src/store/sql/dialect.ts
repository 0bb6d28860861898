/** The differences between the two databases. */
import type { ChangeLog, Signals } from '../change-log.ts'
import type { Lease, LeaseClock } from '../lease.ts'
import type { ReadDialect } from './read-dialect.ts'
import type { OverBudget, Reader } from '../reader.ts'
import type { Sql } from './sql.ts'
import type { IdKind } from '../store.ts'

export type ColumnType = 'integer' | 'text' | 'json'

/** The columns of a table in order, with their types. */
export type Columns = Readonly<Record<string, ColumnType>>

export type Row = Record<string, string | number | null>

/** One connection inside a transaction. */
export interface Connection {
  readonly dialect: Dialect
  all<R>(query: Sql): Promise<R[]>
  run(query: Sql): Promise<void>
  /** Inserts many rows at once. With a key, existing rows are updated. */
  insertRows(
    table: string,
    columns: Columns,
    rows: readonly Row[],
    key?: readonly string[],
  ): Promise<void>
  /** Work that one statement may do on this connection, in visited rows; undefined if there is no limit. */
  readonly maxUnits?: number
  /** Changes whenever another connection has committed; undefined if detecting that needs a query. */
  state(): unknown
  /** Runs a script without parameters. */
  script(text: string): Promise<void>
}

/** Tables and triggers of existing databases use this number: it must not change. */
export const shardCount = 16

export type LockMode = 'shared' | 'exclusive'

export interface Dialect {
  readonly kind: 'sqlite' | 'postgres'
  readonly reading: ReadDialect
  /** Condition: the column is one of these ids or texts. Uses few different statements for any number. */
  isOneOf(column: string, values: readonly number[] | readonly string[]): Sql
  readonly locks: Locks
  readonly ids: IdCounters
  readonly search: SearchIndex
  readonly counts: SharedCounts
  /** The current time of the database in milliseconds, if several machines share it. */
  readonly clock: Sql | undefined
  /** Describes problems of the database itself. */
  faults(connection: Connection): Promise<string[]>
  /** True for an error that reports a duplicate unique value in this table. */
  isUniqueViolation(error: unknown, table: string): boolean
}

/** Locks last until the transaction ends. */
interface Locks {
  /** The end of a query: locks the rows that it reads. */
  readonly rows: Sql
  /** Transactions that lock the same name wait, unless both share it. */
  name(connection: Connection, name: string, mode: LockMode): Promise<void>
}

interface IdCounters {
  allocate(connection: Connection, kind: IdKind, count: number): Promise<number[]>
  raise(connection: Connection, kind: IdKind, atLeast: number): Promise<void>
  highest(connection: Connection, kind: IdKind): Promise<number>
}

/** Counts that many writes change: of entries, and of the changes of a model. */
interface SharedCounts {
  /** The shard, of `shardCount`, that this transaction updates, to avoid contention between writers. */
  readonly shard: Sql
  /** Whether triggers count the entries. Otherwise, this code does. */
  readonly hasTriggers: boolean
}

/** The table `search_grams`. */
interface SearchIndex {
  /** The column that holds the id of a document. */
  readonly idColumn: string
  /** Condition: the document is not indexed yet, so that its texts must be scanned. */
  isPending(documentId: string): Sql
  /** Indexes new documents, immediately or later. */
  add(connection: Connection, documents: readonly SearchableDocument[]): Promise<void>
  /** Call these before and after a transaction changes the index for many documents. */
  startMany(connection: Connection): Promise<void>
  endMany(connection: Connection, documentCount: number): Promise<void>
}

/** A document with its folded search texts, which are stored already. */
export interface SearchableDocument {
  id: number
  texts: readonly string[]
}

export function hasTexts({ texts }: SearchableDocument): boolean {
  return texts.length > 0
}

export interface Durability {
  /**
   * By default, each commit is on disk before the write returns. Otherwise a power failure may lose the last commits,
   * but never one that a durable commit follows.
   */
  readonly isDurable?: boolean
}

/** A database with its transactions. `store/sql` implements the store on top of it. */
export interface Database {
  readonly dialect: Dialect
  /**
   * Reads the versions outside of transactions. Concurrent calls share one check, so `read` must always be
   * the same.
   */
  checkVersions<T>(read: (connection: Connection) => Promise<T>): Promise<T>
  /**
   * Reads one state of the database. With a reader, it ends at the deadline or when the client disconnects.
   * On SQLite it runs off-thread if it is too long for the serving thread, or has exceeded its budget
   * already (`over`); `work` may then be restarted.
   */
  read<T>(
    work: (connection: Connection) => Promise<T>,
    reader?: Reader,
    over?: OverBudget,
  ): Promise<T>
  write<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  refreshStatistics(): Promise<void>
  openLog(signals: Signals): Promise<ChangeLog>
  openLease(name: string, clock: LeaseClock): Lease
  /** Notifies consumers of the log of a commit. Does not wait, and may fail silently. */
  announce(): void
  close(): Promise<void>
}

/** The `on conflict` clause for an upsert, the same for both databases. */
export function replacing(columns: Columns, key: readonly string[]): string {
  const others = Object.keys(columns).filter((name) => !key.includes(name))
  const updates = others.map((name) => `${name} = excluded.${name}`)
  return ` on conflict (${key.join(', ')}) do update set ${updates.join(', ')}`
}
