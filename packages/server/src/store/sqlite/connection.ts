/** A connection to an SQLite file, with its prepared statements. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { replacing, type Columns, type Connection, type Row } from '../sql/dialect.ts'
import { areReused, type Sql, type SqlValue } from '../sql/sql.ts'
import { sqliteDialect } from './dialect.ts'
import { OverBudget } from '../reader.ts'
import { installGuard, type TurnBudget } from './budget.ts'

const statementCacheSize = 500
/** Charged for preparing a statement: parsing and planning may take longer than running it. */
const unitsPerCharacter = 4

/** A state of the database; equal states are the same object. */
interface Moment {
  /** `data_version`: changes when another connection commits. */
  readonly others: unknown
  /** Number of commits on this connection. */
  readonly commits: number
}

type Value = string | number | null

/**
 * A statement that returns rows as plain objects of one shape. The driver's own row objects have no shared
 * shape: creating and reading them takes longer than finding the row.
 */
class Prepared {
  readonly #statement: StatementSync
  #names: readonly string[] = []

  constructor(statement: StatementSync) {
    statement.setReturnArrays(true)
    this.#statement = statement
  }

  all(values: readonly Value[]): Record<string, unknown>[] {
    const lists = this.#statement.all(...values) as unknown as readonly unknown[][]
    const [first] = lists
    if (!first) return []
    // Also detects a column that was added to the table later.
    if (first.length !== this.#names.length) {
      this.#names = this.#statement.columns().map(({ name }) => name)
    }
    return lists.map((list) => rowOf(this.#names, list))
  }

  /** The value of a statement that always returns one row. */
  value(): unknown {
    return (this.#statement.get() as unknown as readonly unknown[])[0]
  }
}

function rowOf(names: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [index, name] of names.entries()) row[name] = values[index]
  return row
}

export class SqliteConnection implements Connection {
  readonly dialect = sqliteDialect
  readonly #file: DatabaseSync
  readonly #statements = new Map<string, Prepared>()
  /** By chunks, because joining a text to look it up takes as long as running it. */
  #statementByChunks = new WeakMap<readonly string[], Prepared>()
  readonly #dataVersion: Prepared
  readonly #budget: TurnBudget
  /** Whether the current reads count against the budget of the thread. */
  #isLimited = false
  /** Incremented with every transaction. */
  #transaction = 0
  #moment: Moment = { others: undefined, commits: 0 }
  #momentInTransaction: Moment | undefined
  #commits = 0

  constructor(file: DatabaseSync, budget: TurnBudget) {
    this.#file = file
    this.#budget = budget
    installGuard(file, (units) => {
      if (this.#isLimited) budget.charge(units)
    })
    this.#dataVersion = new Prepared(file.prepare('pragma data_version'))
  }

  state(): unknown {
    if (!this.#file.isTransaction) return this.#momentWith(this.#dataVersion.value())
    // A transaction sees one state.
    return (this.#momentInTransaction ??= this.#momentWith(this.#dataVersion.value()))
  }

  /** `data_version` changes only for commits of other connections, so own commits are counted here. */
  #momentWith(others: unknown): Moment {
    const commits = this.#commits
    if (this.#moment.others !== others || this.#moment.commits !== commits) {
      this.#moment = { others, commits }
    }
    return this.#moment
  }

  get isInTransaction(): boolean {
    return this.#file.isTransaction
  }

  /** Runs a statement that controls a transaction. */
  control(text: string): void {
    this.#momentInTransaction = undefined
    this.#transaction++
    this.#prepare(text).all([])
  }

  /** Begins a write transaction; fails if another connection is writing. */
  begin(): void {
    this.control('begin immediate')
  }

  commit(): void {
    this.control('commit')
    this.#commits++
  }

  rollback(): void {
    if (this.#file.isOpen && this.#file.isTransaction) this.control('rollback')
  }

  async reading(
    work: (connection: Connection) => Promise<void>,
    isLimited: boolean,
  ): Promise<void> {
    this.control('begin')
    this.#isLimited = isLimited
    try {
      await work(this)
      this.control('commit')
    } catch (error) {
      this.rollback()
      throw error
    } finally {
      this.#isLimited = false
    }
  }

  get maxUnits(): number {
    return this.#isLimited ? this.#budget.full : Infinity
  }

  all<R>(query: Sql): Promise<R[]> {
    if (this.#isLimited) return this.#allInTurn(query)
    return settle(() => this.#rowsOf<R>(query))
  }

  #rowsOf<R>(query: Sql): R[] {
    return this.#statementOf(query).all(bound(query.values)) as R[]
  }

  /** A statement that exceeds the remainder of a turn is retried in a turn that is mostly unused. */
  async #allInTurn<R>(query: Sql): Promise<R[]> {
    if (this.#budget.isSpent) await this.#nextTurn()
    const { isMostlyLeft } = this.#budget
    try {
      return this.#rowsOf(query)
    } catch (error) {
      if (isMostlyLeft || !(error instanceof OverBudget)) throw error
    }
    do await this.#nextTurn()
    while (!this.#budget.isMostlyLeft)
    return this.#rowsOf(query)
  }

  async #nextTurn(): Promise<void> {
    const transaction = this.#transaction
    await this.#budget.nextTurn()
    if (this.#transaction !== transaction) throw new Error('the transaction has ended')
  }

  // Not with the statement's own `run`: it returns the last row id, and those of FTS5's internal tables do
  // not fit into a JavaScript number.
  run(query: Sql): Promise<void> {
    return settle(() => void this.#statementOf(query).all(bound(query.values)))
  }

  insertRows(
    table: string,
    columns: Columns,
    rows: readonly Row[],
    key?: readonly string[],
  ): Promise<void> {
    return settle(() => this.#insert(table, columns, rows, key ? replacing(columns, key) : ''))
  }

  #insert(table: string, columns: Columns, rows: readonly Row[], suffix: string): void {
    if (rows.length === 0) return
    const names = Object.keys(columns)
    const places = names.map(() => '?').join(', ')
    const statement = this.#prepare(
      `insert into ${table} (${names.join(', ')}) values (${places})${suffix}`,
    )
    for (const row of rows) statement.all(names.map((name) => row[name] ?? null))
  }

  /** The script may change tables, so all prepared statements are dropped. */
  script(text: string): Promise<void> {
    this.#statements.clear()
    this.#statementByChunks = new WeakMap()
    return settle(() => this.#file.exec(text))
  }

  close(): void {
    this.#file.close()
  }

  #statementOf({ chunks }: Sql): Prepared {
    const cached = this.#statementByChunks.get(chunks)
    if (cached) return cached
    const text = chunks.join('?')
    if (this.#isLimited && !this.#statements.has(text)) {
      this.#budget.charge(Math.min(text.length * unitsPerCharacter, this.#budget.full / 2))
    }
    const statement = this.#prepare(text)
    if (areReused(chunks)) this.#statementByChunks.set(chunks, statement)
    return statement
  }

  #prepare(text: string): Prepared {
    const cached = this.#statements.get(text)
    if (cached) return cached
    if (this.#statements.size >= statementCacheSize) {
      const [oldest] = this.#statements.keys()
      if (oldest !== undefined) this.#statements.delete(oldest)
    }
    const statement = new Prepared(this.#file.prepare(withCoveredLimits(text)))
    this.#statements.set(text, statement)
    return statement
  }
}

/** SQLite would prepare a statement again whenever a parameter that is directly a limit is bound. */
function withCoveredLimits(text: string): string {
  return text.replaceAll('limit ?', 'limit cast(? as integer)')
}

function settle<T>(work: () => T): Promise<T> {
  try {
    return Promise.resolve(work())
  } catch (error) {
    return Promise.reject(error)
  }
}

export function bound(values: readonly SqlValue[]): Value[] {
  return values.map((value) => {
    if (typeof value === 'object' && value !== null)
      throw new Error('SQLite has no array parameters')
    return value
  })
}

const busy = 5

/** Another connection holds the lock that a statement needs. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === busy
}
