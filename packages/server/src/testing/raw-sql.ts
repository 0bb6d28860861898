/** Runs SQL directly on the database, for tests that damage or inspect tables. */
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import pg from 'pg'
import type { StoreAddress } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'

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

/** Removes documents from the search index without removing their texts. */
export function withoutGrams(kind: Store['kind'], documentIds: string): string {
  if (kind === 'postgres') return `delete from search_grams where document_id in (${documentIds})`
  return `delete from search_grams where rowid in (${documentIds});
    insert into counters (name, value) select 'indexed document', max(id) from documents where true
    on conflict (name) do update set value = excluded.value`
}
