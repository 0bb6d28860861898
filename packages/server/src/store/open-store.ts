import { join } from 'node:path'
import { createFolder } from './create-folder.ts'
import { migrate } from './migrations/migrate.ts'
import type { Database, Durability } from './sql/dialect.ts'
import { sqlStore } from './sql/store.ts'
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
  const opened = await openDatabase({ dataFolder, database }, { isDurable })
  try {
    await migrate(opened)
  } catch (error) {
    await opened.close()
    throw error
  }
  return sqlStore(opened)
}

/** Loads only the code of the configured database. */
async function openDatabase(
  { dataFolder, database }: StoreAddress,
  durability: Durability,
): Promise<Database> {
  if (database !== undefined) {
    const { openPostgres } = await import('./postgres/postgres.ts')
    return openPostgres(database, durability)
  }
  createFolder(dataFolder)
  const { openSqlite } = await import('./sqlite/sqlite.ts')
  return openSqlite(join(dataFolder, 'octavo.db'), durability)
}
