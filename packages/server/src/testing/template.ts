import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type StoreAddress } from '../store/open-store.ts'
import { freshPostgresSchema } from './postgres.ts'

export interface Templates {
  /** Name of the PostgreSQL database. */
  database: string
  /** Folder of the SQLite database. */
  folder: string
  remove(): Promise<void>
}

/** Creates databases with all tables and no content. Copying one is faster than running all migrations. */
export async function makeTemplates(serverUrl: string): Promise<Templates> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-template-'))
  const url = await freshPostgresSchema(serverUrl)
  for (const database of [undefined, url]) {
    const store = await openStore({ dataFolder: folder, database })
    await store.close()
  }
  const database = new URL(url).pathname.slice(1)
  return { database, folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** An empty SQLite database, a copy of the template of this test run if there is one. */
export async function freshSqlite(dataFolder: string): Promise<StoreAddress> {
  const folder = process.env['TEST_DATA_TEMPLATE']
  if (folder !== undefined) await cp(folder, dataFolder, { recursive: true })
  return { dataFolder, database: undefined }
}
