import type { Connection, Dialect } from '../dialect.ts'
import { gramsOf } from '../sql/grams.ts'
import { sql } from '../sql/sql.ts'

const batchSize = 500

/** Search knows triples of characters now: what was indexed without them is indexed anew. */
export async function triples(connection: Connection, dialect: Dialect): Promise<void> {
  for (let after = 0; ;) {
    const documents = await connection.all<{ id: number }>(
      sql`select distinct document_id as id from search_texts where document_id > ${after}
        order by document_id limit ${batchSize}`,
    )
    const ids = documents.map(({ id }) => id)
    after = ids.at(-1) ?? 0
    if (after === 0) return
    await indexAnew(connection, dialect, ids)
  }
}

async function indexAnew(
  connection: Connection,
  dialect: Dialect,
  documentIds: readonly number[],
): Promise<void> {
  const texts = await connection.all<{ id: number; text: string }>(
    sql`select document_id as id, text from search_texts
      where ${dialect.isOneOf('document_id', documentIds)}`,
  )
  const grams = new Map<number, Set<number>>()
  for (const { id, text } of texts) grams.set(id, gramsOf(text, grams.get(id)))
  await dialect.removeGrams(connection, documentIds)
  await dialect.saveGrams(
    connection,
    Array.from(grams, ([documentId, set]) => ({ documentId, grams: [...set] })),
  )
}
