/** A connection of a pool, with the names of its prepared statements. */
import type pg from 'pg'
import { replacing, type Columns, type Connection, type Row } from '../sql/dialect.ts'
import { tookTooLong } from '../reader.ts'
import { areReused, numberedText, type Sql } from '../sql/sql.ts'
import { postgresDialect } from './dialect.ts'

export class PostgresConnection implements Connection {
  readonly dialect = postgresDialect
  readonly #client: Pick<pg.PoolClient, 'query'>
  #why: Error | undefined

  constructor(client: Pick<pg.PoolClient, 'query'>) {
    this.#client = client
  }

  /** Makes later statements fail at once. The running statement fails when it is cancelled. */
  end(why: Error): void {
    this.#why = why
  }

  state(): undefined {
    return undefined
  }

  async all<R>(query: Sql): Promise<R[]> {
    return (await this.#query(statementOf(query), query.values)) as R[]
  }

  async #query(statement: Statement, values: readonly unknown[]): Promise<unknown[]> {
    if (this.#why) throw this.#why
    try {
      const result = await this.#client.query({ ...statement, values: [...values] })
      return result.rows as unknown[]
    } catch (error) {
      // After a cancelled statement, the transaction rejects all others.
      if (isCancelled(error)) this.#why ??= tookTooLong()
      throw this.#why ?? error
    }
  }

  async run(query: Sql): Promise<void> {
    await this.all(query)
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
      await this.#query(named(`insert into ${table} (${names.join(', ')}) ${source}${end}`), values)
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
