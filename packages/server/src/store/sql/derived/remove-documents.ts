import type { Connection } from '../dialect.ts'
import { sql } from '../sql.ts'

export async function removeDocuments(
  connection: Connection,
  ids: readonly number[],
): Promise<void> {
  const { dialect } = connection
  if (ids.length === 0) return
  await connection.run(sql`delete from documents where ${dialect.isOneOf('id', ids)}`)
  await connection.run(sql`delete from document_texts where ${dialect.isOneOf('document_id', ids)}`)
  await connection.run(
    sql`delete from search_grams where ${dialect.isOneOf(dialect.search.idColumn, ids)}`,
  )
}
