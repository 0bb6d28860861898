/** A connection to a file of SQLite, with what was prepared on it. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { replacing, type Columns, type Connection, type Row } from '../sql/dialect.ts'
import { areReused, type Sql, type SqlValue } from '../sql/sql.ts'
import { sqliteDialect } from './dialect.ts'
import { OverBudget } from '../reader.ts'
import { installGuard, type TurnBudget } from './budget.ts'

const statementCacheSize = 500
/** Of a statement that is prepared: parsing and planning takes longer than running it may. */
const unitsPerCharacter = 4

/** The same state is the same object. */
interface Moment {
  /** What the database tells of what others have committed. */
  readonly others: unknown
  /** How often this connection has committed. */
  readonly commits: number
}

type Value = string | number | null

/**
 * Rows as plain objects of one shape. Those that the driver makes by itself have none: to make and to read
 * them takes longer than to find the row.
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
    // Also where a column was added to a table since.
    if (first.length !== this.#names.length) {
      this.#names = this.#statement.columns().map(({ name }) => name)
    }
    return lists.map((list) => rowOf(this.#names, list))
  }

  /** Of a statement that always gives one. */
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
  /** By chunks: putting a text together to look it up takes as long as running it. */
  #ofChunks = new WeakMap<readonly string[], Prepared>()
  readonly #dataVersion: Prepared
  readonly #budget: TurnBudget
  /** Whether what is read now is held to the budget of the thread. */
  #isLimited = false
  /** Grows with every transaction. */
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
    // What a transaction sees does not change.
    return (this.#momentInTransaction ??= this.#momentWith(this.#dataVersion.value()))
  }

  /** The database tells of what others have committed, and counts nothing of one's own. */
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

  /** A statement of our own that controls a transaction. */
  control(text: string): void {
    this.#momentInTransaction = undefined
    this.#transaction++
    this.#prepare(text).all([])
  }

  /** A transaction that writes, unless another one does. */
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

  get mostUnits(): number {
    return this.#isLimited ? this.#budget.full : Infinity
  }

  all<R>(query: Sql): Promise<R[]> {
    if (this.#isLimited) return this.#allInTurn(query)
    return settle(() => this.#rowsOf<R>(query))
  }

  #rowsOf<R>(query: Sql): R[] {
    return this.#statementOf(query).all(bound(query.values)) as R[]
  }

  /** A statement that fails in what others have left of a turn gets most of another one. */
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

  // Not by the statement's own `run`: it reports the last row id, and those of FTS5's inner tables
  // do not fit a JavaScript number.
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

  /** Tables may be others now: nothing that was prepared before is used after it. */
  script(text: string): Promise<void> {
    this.#statements.clear()
    this.#ofChunks = new WeakMap()
    return settle(() => this.#file.exec(text))
  }

  close(): void {
    this.#file.close()
  }

  #statementOf({ chunks }: Sql): Prepared {
    const known = this.#ofChunks.get(chunks)
    if (known) return known
    const text = chunks.join('?')
    if (this.#isLimited && !this.#statements.has(text)) {
      this.#budget.charge(Math.min(text.length * unitsPerCharacter, this.#budget.full / 2))
    }
    const statement = this.#prepare(text)
    if (areReused(chunks)) this.#ofChunks.set(chunks, statement)
    return statement
  }

  #prepare(text: string): Prepared {
    const known = this.#statements.get(text)
    if (known) return known
    if (this.#statements.size >= statementCacheSize) {
      const [oldest] = this.#statements.keys()
      if (oldest !== undefined) this.#statements.delete(oldest)
    }
    const statement = new Prepared(this.#file.prepare(withCoveredLimits(text)))
    this.#statements.set(text, statement)
    return statement
  }
}

/** Where SQLite sees that a limit is a parameter, it prepares the statement anew whenever that is bound. */
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
