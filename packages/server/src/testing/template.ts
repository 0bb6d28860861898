import { openStore } from '../store/open-store.ts'
import { freshPostgresSchema } from './postgres.ts'

/**
 * The name of a database with all tables and no content. PostgreSQL copies it in less time than it takes
 * to run all migrations.
 */
export async function makeTemplate(serverUrl: string): Promise<string> {
  const database = await freshPostgresSchema(serverUrl)
  const store = await openStore({ dataFolder: '', database })
  await store.close()
  return new URL(database).pathname.slice(1)
}
