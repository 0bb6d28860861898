import { join } from 'node:path'
import { makeFolder } from './make-folder.ts'
import { migrate } from './migrations/migrate.ts'
import { openPostgres } from './postgres/postgres.ts'
import { sqlStore } from './sql/store.ts'
import { openSqlite } from './sqlite/sqlite.ts'
import type { Store } from './store.ts'

export interface StoreAddress {
  /** Folder of the embedded database; used where no database is named. */
  dataFolder: string
  /** A `postgres://` address. */
  database: string | undefined
}

/** Opens the store that an operator names and brings its tables up to date. */
export async function openStore({ dataFolder, database }: StoreAddress): Promise<Store> {
  if (database === undefined) makeFolder(dataFolder)
  const opened =
    database === undefined ? openSqlite(join(dataFolder, 'octavo.db')) : openPostgres(database)
  try {
    await migrate(opened)
  } catch (error) {
    await opened.close()
    throw error
  }
  return sqlStore(opened)
}
