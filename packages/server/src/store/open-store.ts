import { join } from 'node:path'
import { createFolder } from './create-folder.ts'
import { migrate } from './migrations/migrate.ts'
import { openPostgres } from './postgres/postgres.ts'
import type { Durability } from './sql/dialect.ts'
import { sqlStore } from './sql/store.ts'
import { openSqlite } from './sqlite/sqlite.ts'
import type { Store } from './store.ts'

export interface StoreAddress {
  /** Folder of the embedded database; used if `database` is undefined. */
  dataFolder: string
  /** A `postgres://` URL. */
  database: string | undefined
}

/** Opens the configured store and migrates its tables. */
export async function openStore(
  { dataFolder, database }: StoreAddress,
  { isDurable = true }: Durability = {},
): Promise<Store> {
  if (database === undefined) createFolder(dataFolder)
  const opened =
    database === undefined
      ? openSqlite(join(dataFolder, 'octavo.db'), { isDurable })
      : openPostgres(database, { isDurable })
  try {
    await migrate(opened)
  } catch (error) {
    await opened.close()
    throw error
  }
  return sqlStore(opened)
}
