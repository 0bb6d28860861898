import { join } from 'node:path'
import type { Connection, Database } from '../store/dialect.ts'
import type { StoreAddress } from '../store/open-store.ts'
import { openPostgres } from '../store/postgres.ts'
import type { Sql } from '../store/sql/sql.ts'
import { openSqlite } from '../store/sqlite.ts'

/** The database under a store that is there already, for tests that look at statements. */
export function openDatabase({ dataFolder, database }: StoreAddress): Database {
  return database === undefined ? openSqlite(join(dataFolder, 'octavo.db')) : openPostgres(database)
}

/** The same database, with every statement that reads noted. */
export function noting(database: Database, statements: Sql[]): Database {
  const noted = (connection: Connection): Connection => ({
    all: (query) => {
      statements.push(query)
      return connection.all(query)
    },
    run: (query) => connection.run(query),
    insertRows: (...args) => connection.insertRows(...args),
    upsertRows: (...args) => connection.upsertRows(...args),
    script: (text) => connection.script(text),
  })
  return { ...database, read: (work) => database.read((connection) => work(noted(connection))) }
}
