import { join } from 'node:path'
import pg from 'pg'
import type { Connection, Database } from '../store/sql/dialect.ts'
import type { StoreAddress } from '../store/open-store.ts'
import { openPostgres, type PostgresOptions } from '../store/postgres/postgres.ts'
import { numberedText, type Sql } from '../store/sql/sql.ts'
import { openSqlite, type SqliteOptions } from '../store/sqlite/sqlite.ts'

/** The database of an existing store, for tests that check statements. */
export function openDatabase(
  { dataFolder, database }: StoreAddress,
  options: SqliteOptions & PostgresOptions = {},
): Database {
  return database === undefined
    ? openSqlite(join(dataFolder, 'octavo.db'), options)
    : openPostgres(database, options)
}

/** The same database, which records every read statement. */
export function noting(database: Database, statements: Sql[]): Database {
  return watched(database, (query) => void statements.push(query))
}

/** The same database, which calls a function before each read statement. */
export function watched(
  database: Database,
  before: (query: Sql) => Promise<void> | undefined,
): Database {
  const wrappers = new WeakMap<Connection, Connection>()
  /** One wrapper per connection, because caches use connections as keys. */
  const noted = (connection: Connection): Connection => {
    const wrapped = wrappers.get(connection) ?? wrap(connection)
    wrappers.set(connection, wrapped)
    return wrapped
  }
  const wrap = (connection: Connection): Connection => ({
    dialect: connection.dialect,
    all<R>(query: Sql) {
      const happening = before(query)
      return happening ? happening.then(() => connection.all<R>(query)) : connection.all<R>(query)
    },
    run: (query) => connection.run(query),
    insertRows: (...args) => connection.insertRows(...args),
    state: () => connection.state(),
    get maxUnits() {
      return connection.maxUnits ?? Infinity
    },
    script: (text) => connection.script(text),
  })
  return {
    ...database,
    checkVersions: (work) => database.checkVersions((connection) => work(noted(connection))),
    read: (work, reader, over) =>
      database.read((connection) => work(noted(connection)), reader, over),
  }
}

/** The generic plans of PostgreSQL, which it uses for frequent statements. */
export async function genericPlansOf(
  statements: readonly Sql[],
  url: string | undefined,
  setting = 'select 1',
): Promise<string[]> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(setting)
  const plans: string[] = []
  for (const statement of statements) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (generic_plan) ${numberedText(statement)}`,
    )
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
  }
  await client.end()
  return plans
}
