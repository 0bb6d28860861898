import type { Connection, Dialect, SearchableDocument } from '../dialect.ts'
import { sql } from '../sql/sql.ts'

/** Of databases in which each text had a row of its own. */
export async function olderSearchableDocuments(
  connection: Connection,
  dialect: Dialect,
  ids: readonly number[],
): Promise<SearchableDocument[]> {
  const rows = await connection.all<{ id: number; text: string }>(
    sql`select document_id as id, text from search_texts where ${dialect.isOneOf('document_id', ids)}`,
  )
  return Array.from(
    Map.groupBy(rows, ({ id }) => id),
    ([id, own]) => ({ id, texts: own.map(({ text }) => text) }),
  )
}
