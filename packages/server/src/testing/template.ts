import { openStore } from '../store/open-store.ts'
import { freshPostgresSchema } from './postgres.ts'

/**
 * Creates a template database with all tables and no content; returns its name. Copying it is faster than
 * running all migrations.
 */
export async function makeTemplate(serverUrl: string): Promise<string> {
  const database = await freshPostgresSchema(serverUrl)
  const store = await openStore({ dataFolder: '', database })
  await store.close()
  return new URL(database).pathname.slice(1)
}
