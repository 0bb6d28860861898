import type { Connection, Dialect } from '../dialect.ts'
import { olderSearchableDocuments } from './older-texts.ts'
import { sql } from '../sql/sql.ts'

const batchSize = 500

/** Search knows triples of characters now: what was indexed without them is indexed anew. */
export async function triples(connection: Connection, dialect: Dialect): Promise<void> {
  const [[, gramsId] = ['', '']] = dialect.searchTables
  for (let after = 0; ;) {
    const documents = await connection.all<{ id: number }>(
      sql`select distinct document_id as id from search_texts where document_id > ${after}
        order by document_id limit ${batchSize}`,
    )
    const ids = documents.map(({ id }) => id)
    after = ids.at(-1) ?? 0
    if (after === 0) return
    const texts = await olderSearchableDocuments(connection, dialect, ids)
    await connection.run(sql`delete from search_grams where ${dialect.isOneOf(gramsId, ids)}`)
    await dialect.indexGrams(connection, texts)
  }
}
