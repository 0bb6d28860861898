/** A connection of a pool, with the names of its prepared statements. */
import pg from 'pg'
import { replacing, type Columns, type Connection, type Row } from '../sql/dialect.ts'
import { tookTooLong } from '../reader.ts'
import { areReused, numberedText, type Sql } from '../sql/sql.ts'
import { postgresDialect } from './dialect.ts'

/** Runs a statement and returns its rows. */
type RunStatement = (statement: Statement, values: readonly unknown[]) => Promise<unknown[]>

export function onClient(client: pg.PoolClient): RunStatement {
  return (statement, values) =>
    new Promise((resolve, reject) => {
      // An object with these properties would be copied with all its property descriptors, which takes as long as
      // sending the statement.
      const query = new pg.Query(statement.text, [...values], (error, result) =>
        error ? reject(error) : resolve(result.rows),
      )
      client.query(Object.assign(query, { name: statement.name }))
    })
}

/** Each statement runs on a free client. */
export function onPool(pool: pg.Pool): RunStatement {
  return async (statement, values) =>
    (await pool.query({ ...statement, values: [...values] })).rows as unknown[]
}

export class PostgresConnection implements Connection {
  readonly dialect = postgresDialect
  readonly #run: RunStatement

  constructor(run: RunStatement) {
    this.#run = run
  }

  state(): undefined {
    return undefined
  }

  async all<R>(query: Sql): Promise<R[]> {
    return (await this.query(statementOf(query), query.values)) as R[]
  }

  protected query(statement: Statement, values: readonly unknown[]): Promise<unknown[]> {
    return this.#run(statement, values)
  }

  /** Runs a statement without a result. */
  protected async write(statement: Statement, values: readonly unknown[]): Promise<void> {
    await this.query(statement, values)
  }

  async run(query: Sql): Promise<void> {
    await this.write(statementOf(query), query.values)
  }

  async insertRows(
    table: string,
    columns: Columns,
    rows: readonly Row[],
    key?: readonly string[],
  ): Promise<void> {
    const insertion = insertionInto(table, columns, key)
    const [together, alone] = splitByCost(rows)
    if (together.length > 0) {
      const values = insertion.names.map((name) => together.map((row) => row[name] ?? null))
      await this.write(insertion.ofArrays, values)
    }
    for (const row of alone) {
      const values = insertion.names.map((name) => row[name] ?? null)
      await this.write(insertion.ofValues, values)
    }
  }

  async script(text: string): Promise<void> {
    await this.query({ text }, [])
  }
}

/** Statements without a result that may be under way at a time, because the driver keeps their values. */
const maxSent = 32

/**
 * Runs one transaction after the other. It does not wait for statements without a result: the server runs later
 * statements, and the commit, after them. If one fails, all later statements fail with its error.
 */
export class PostgresTransaction extends PostgresConnection {
  #failure: Error | undefined
  #sent: Promise<unknown>[] = []

  /** The next transaction begins. */
  start(): void {
    this.#failure = undefined
    this.#sent = []
  }

  /** Makes later statements fail at once. The running statement fails when it is cancelled. */
  end(why: Error): void {
    this.#failure = why
  }

  protected override async query(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<unknown[]> {
    if (this.#failure) throw this.#failure
    try {
      return await super.query(statement, values)
    } catch (error) {
      this.#failure ??= isCancelled(error) ? tookTooLong() : (error as Error)
      throw this.#failure
    }
  }

  protected override async write(statement: Statement, values: readonly unknown[]): Promise<void> {
    const done = this.query(statement, values)
    done.catch(() => {})
    if (this.#sent.push(done) >= maxSent) await this.settled()
  }

  /** Fails if a statement has failed that nothing waited for. */
  async settled(): Promise<void> {
    await Promise.all(this.#sent.splice(0))
  }
}

interface Insertion {
  /** Names of the columns, in the order of the parameters. */
  readonly names: readonly string[]
  /** Inserts one row: a parameter for each column. */
  readonly ofValues: Statement
  /** Inserts many rows: an array for each column. */
  readonly ofArrays: Statement
}

const insertions = new WeakMap<Columns, Map<string, Insertion>>()

function insertionInto(table: string, columns: Columns, key?: readonly string[]): Insertion {
  const ofTable = insertions.getOrInsertComputed(columns, () => new Map<string, Insertion>())
  return ofTable.getOrInsertComputed(key ? `${table} by key` : table, () => {
    const names = Object.keys(columns)
    const start = `insert into ${table} (${names.join(', ')})`
    const end = key ? replacing(columns, key) : ''
    const parameters = names.map(
      (name, index) => `$${index + 1}::${databaseTypes[columns[name] ?? 'text']}`,
    )
    const arrays = parameters.map((parameter) => `${parameter}[]`)
    return {
      names,
      ofValues: named(`${start} values (${parameters.join(', ')})${end}`),
      ofArrays: named(`${start} select * from unnest(${arrays.join(', ')})${end}`),
    }
  })
}

const databaseTypes = { integer: 'bigint', text: 'text', json: 'json' } as const

/** From this length, escaping a text as an element of an array takes too long. */
const longText = 20_000

/** Rows to insert with one statement, as arrays, and rows that are cheaper to insert one by one. */
function splitByCost(rows: readonly Row[]): [together: Row[], alone: Row[]] {
  const [together, alone]: [Row[], Row[]] = [[], []]
  for (const row of rows) {
    const isLong = Object.values(row).some(
      (value) => typeof value === 'string' && value.length >= longText,
    )
    ;(isLong ? alone : together).push(row)
  }
  return together.length === 1 ? [[], [...together, ...alone]] : [together, alone]
}

interface Statement {
  readonly text: string
  readonly name?: string
}

const statementByChunks = new WeakMap<readonly string[], Statement>()

function statementOf(query: Sql): Statement {
  const cached = statementByChunks.get(query.chunks)
  if (cached) return cached
  const created = named(numberedText(query))
  if (areReused(query.chunks)) statementByChunks.set(query.chunks, created)
  return created
}

const statements = new Map<string, Statement>()
const namedStatements = 1000

/** A named statement keeps its plan on the server; texts beyond the first thousand stay unnamed. */
function named(text: string): Statement {
  const cached = statements.get(text)
  if (cached) return cached
  if (statements.size >= namedStatements) return { text }
  const created = { text, name: `octavo_${statements.size}` }
  statements.set(text, created)
  return created
}

/** Cancelled by the statement timeout or by this server. */
function isCancelled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014'
}
