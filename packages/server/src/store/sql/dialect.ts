/** The short list of answers in which the two databases differ. */
import type { ChangeLog, Signals } from '../change-log.ts'
import type { Lease, LeaseClock } from '../lease.ts'
import type { ReadDialect } from './read-dialect.ts'
import type { OverBudget, Reader } from '../reader.ts'
import type { Sql } from './sql.ts'
import type { IdKind } from '../store.ts'

export type ColumnType = 'integer' | 'text' | 'json'

/** A table's columns in order, with their types. */
export type Columns = Readonly<Record<string, ColumnType>>

export type Row = Record<string, string | number | null>

/** One connection inside a transaction. */
export interface Connection {
  readonly dialect: Dialect
  all<R>(query: Sql): Promise<R[]>
  run(query: Sql): Promise<void>
  /** Many rows at once. With a key, those that are there already are brought to what is given. */
  insertRows(
    table: string,
    columns: Columns,
    rows: readonly Row[],
    key?: readonly string[],
  ): Promise<void>
  /** Work that one statement may do here, in rows looked at; left out where nothing bounds it. */
  readonly mostUnits?: number
  /** Another one wherever others have committed since; undefined where that cannot be told for nothing. */
  state(): unknown
  /** A script of our own, without parameters. */
  script(text: string): Promise<void>
}

/** Tables and triggers of all databases use this number: it must not change. */
export const shardCount = 16

export type LockMode = 'shared' | 'exclusive'

export interface Dialect {
  readonly kind: 'sqlite' | 'postgres'
  readonly reading: ReadDialect
  /** `column is one of these ids`, with few texts for any number of ids. */
  isOneOf(column: string, ids: readonly number[]): Sql
  isOneOfTexts(column: string, texts: readonly string[]): Sql
  /** Locks the rows read until the transaction ends. */
  readonly forUpdate: Sql
  allocateIds(connection: Connection, kind: IdKind, count: number): Promise<number[]>
  raiseId(connection: Connection, kind: IdKind, atLeast: number): Promise<void>
  highestId(connection: Connection, kind: IdKind): Promise<number>
  /** Makes transactions that lock the same name wait for each other, unless both share it. */
  lock(connection: Connection, name: string, mode: LockMode): Promise<void>
  /** Which of `shardCount` counters for one thing this transaction counts in, to keep writers apart. */
  readonly shard: Sql
  /** Whether code counts entries as they come and go, and not the database. */
  readonly countsEntries: boolean
  /** Whether a document is not indexed yet, and looked into until it is. */
  isPending(documentId: string): Sql
  /** The column of `search_grams` that holds the id of a document. */
  readonly gramsId: string
  /** Makes documents searchable that were just numbered and saved, at once or in a while. */
  saveGrams(connection: Connection, documents: readonly SearchableDocument[]): Promise<void>
  /** What is wrong with the database itself, in words. */
  faults(connection: Connection): Promise<string[]>
  /** True for an error that says that a unique value is taken. */
  isUniqueViolation(error: unknown): boolean
}

/** A document with the folded texts that it is found by, which are saved already. */
export interface SearchableDocument {
  id: number
  texts: readonly string[]
}

export function hasTexts({ texts }: SearchableDocument): boolean {
  return texts.length > 0
}

/** A database with its transactions; `store/sql` builds the store on it. */
export interface Database {
  readonly dialect: Dialect
  /** Outside of transactions, the same always; those who ask at the same time share the answer. */
  look<T>(read: (connection: Connection) => Promise<T>): Promise<T>
  /**
   * One state of the database. For a reader it ends at the deadline or when the reader is gone. On SQLite it
   * runs where it cannot hold up others if the serving thread may not do so much, or was over its budget already (`over`);
   * `work` may then begin again.
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
  /** Lets those who follow the log know of a commit. Does not wait, and may fail unnoticed. */
  announce(): void
  close(): Promise<void>
}

/** `on conflict` clause that makes an insert replace the row that is there; one text for both. */
export function replacing(columns: Columns, key: readonly string[]): string {
  const others = Object.keys(columns).filter((name) => !key.includes(name))
  const updates = others.map((name) => `${name} = excluded.${name}`)
  return ` on conflict (${key.join(', ')}) do update set ${updates.join(', ')}`
}
