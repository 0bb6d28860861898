/** Plain SQL behind the store's back, for tests that damage or inspect the tables. */
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import pg from 'pg'
import type { StoreAddress } from '../store/open-store.ts'

export async function runSql({ dataFolder, database }: StoreAddress, text: string): Promise<void> {
  if (database === undefined) {
    const file = new DatabaseSync(join(dataFolder, 'octavo.db'))
    try {
      file.exec(text)
    } finally {
      file.close()
    }
    return
  }
  const client = new pg.Client(database)
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
