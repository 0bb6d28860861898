/** A connection of a pool, with the names of its prepared statements. */
import type pg from 'pg'
import { replacing, type Columns, type Connection, type Row } from '../sql/dialect.ts'
import { tookTooLong } from '../reader.ts'
import { areReused, numberedText, type Sql } from '../sql/sql.ts'
import { postgresDialect } from './dialect.ts'

export class PostgresConnection implements Connection {
  readonly dialect = postgresDialect
  readonly #client: Pick<pg.PoolClient, 'query'>

  constructor(client: Pick<pg.PoolClient, 'query'>) {
    this.#client = client
  }

  state(): undefined {
    return undefined
  }

  async all<R>(query: Sql): Promise<R[]> {
    return (await this.query(statementOf(query), query.values)) as R[]
  }

  protected async query(statement: Statement, values: readonly unknown[]): Promise<unknown[]> {
    const result = await this.#client.query({ ...statement, values: [...values] })
    return result.rows as unknown[]
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
    const names = Object.keys(columns)
    const end = key ? replacing(columns, key) : ''
    const insert = async (source: string, values: unknown[]): Promise<void> => {
      await this.write(named(`insert into ${table} (${names.join(', ')}) ${source}${end}`), values)
    }
    const parameter = (name: string, index: number): string =>
      `$${index + 1}::${databaseTypes[columns[name] ?? 'text']}`
    const [short, long] = splitByLength(rows)
    if (short.length > 0) {
      const arrays = names.map((name, index) => `${parameter(name, index)}[]`)
      await insert(
        `select * from unnest(${arrays.join(', ')})`,
        names.map((name) => short.map((row) => row[name] ?? null)),
      )
    }
    for (const row of long) {
      await insert(
        `values (${names.map(parameter).join(', ')})`,
        names.map((name) => row[name] ?? null),
      )
    }
  }

  async script(text: string): Promise<void> {
    await this.#client.query(text)
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

const databaseTypes = { integer: 'bigint', text: 'text', json: 'json' } as const

/** From this length, escaping a text as an element of an array takes too long. */
const longText = 20_000

function splitByLength(rows: readonly Row[]): [short: Row[], long: Row[]] {
  const [short, long]: [Row[], Row[]] = [[], []]
  for (const row of rows) {
    const isLong = Object.values(row).some(
      (value) => typeof value === 'string' && value.length >= longText,
    )
    ;(isLong ? long : short).push(row)
  }
  return [short, long]
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
