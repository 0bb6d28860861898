import type { Connection, Dialect } from '../dialect.ts'
import { olderSearchableDocuments } from './older-texts.ts'
import { sql } from '../sql/sql.ts'
import { indexedName } from '../sqlite-reading.ts'

/**
 * On SQLite, documents wait to be made searchable by their number alone: all above one that is kept. Those
 * on the list that there was are indexed now.
 */
export async function pendingByNumber(connection: Connection, dialect: Dialect): Promise<void> {
  if (!(await dialect.hasTable(connection, 'search_pending'))) return
  const rows = await connection.all<{ id: number }>(
    sql`select document_id as id from search_pending`,
  )
  const ids = rows.map(({ id }) => id)
  await dialect.indexGrams(connection, await olderSearchableDocuments(connection, dialect, ids))
  await connection.run(
    sql`insert into counters (name, value) select ${indexedName}, coalesce(max(id), 0) from documents
      where true on conflict (name) do update set value = excluded.value`,
  )
  await connection.script('drop table search_pending')
}
