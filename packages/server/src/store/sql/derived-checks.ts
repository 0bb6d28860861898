/** Finds rows that derivation would not have left: for `octavo doctor` and `octavo reindex`. */
import { viewBits } from '@octavo/schema/schema.ts'
import type { Connection, Dialect } from '../dialect.ts'
import { entriesByScope, tablesOfItems } from './derived-rows.ts'
import { join, raw, sql, type Sql } from './sql.ts'

/** Of these items, those that have rows without an entry, or rows that contradict the item. */
export async function misfits(
  connection: Connection,
  dialect: Dialect,
  itemIds: readonly number[],
): Promise<number[]> {
  const isAsked = (column: string): Sql => dialect.isOneOf(column, itemIds)
  const isThere = (bit: number): Sql => sql`exists (select 1 from entries e
    where e.language_id = k.language_id and e.item_id = k.item_id and (e.views & ${bit}) <> 0)`
  const isAmiss = (bit: number): Sql => sql`((k.views & ${bit}) <> 0 and not ${isThere(bit)})`
  const rows = await connection.all<{ id: number }>(
    sql`select e.item_id as id from entries e join items i on i.id = e.item_id
        where ${isAsked('e.item_id')} and (e.model_id <> i.model_id
          or e.space_id <> i.space_id or e.created_at <> i.created_at or e.views not in (1, 2, 3)
          or exists (select 1 from entries o where o.language_id = e.language_id
            and o.item_id = e.item_id and o.views <> e.views and (o.views & e.views) <> 0))
      union select k.item_id from index_keys k join items i on i.id = k.item_id
        where ${isAsked('k.item_id')} and (k.created_at <> i.created_at
          or k.views not in (1, 2, 3) or ${isAmiss(viewBits.published)}
          or ${isAmiss(viewBits.draft)})
      union select r.item_id from key_rests r
        where ${isAsked('r.item_id')} and not exists
          (select 1 from index_keys k where k.item_id = r.item_id and k.language_id = r.language_id
            and k.field_id = r.field_id and k.rest_digest = r.rest_digest)
      union select d.item_id from documents d
        where ${isAsked('d.item_id')} and not exists
          (select 1 from entries e where e.item_id = d.item_id and e.document_id = d.id)`,
  )
  return rows.map((row) => row.id)
}

export async function orphans(
  connection: Connection,
  dialect: Dialect,
  limit: number,
): Promise<{ table: string; itemId: number }[]> {
  const found: { table: string; itemId: number }[] = []
  for (const table of tablesOfItems) {
    const rows = await connection.all<{ item_id: number }>(
      sql`select distinct item_id from ${raw(table)} where ${isLost('item_id', 'items')}
        limit ${limit}`,
    )
    found.push(...rows.map((row) => ({ table, itemId: row.item_id })))
  }
  for (const [table, column] of tablesOfDocuments(dialect)) {
    const rows = await connection.all(
      sql`select 1 as found from ${raw(table)} where ${isLost(column, 'documents')} limit ${limit}`,
    )
    found.push(...rows.map(() => ({ table, itemId: 0 })))
  }
  return found.slice(0, limit)
}

export async function orphanIds(
  connection: Connection,
  dialect: Dialect,
): Promise<{ itemIds: number[]; documentIds: number[] }> {
  const ofItems = tablesOfItems.map(
    (table) => sql`select item_id as id from ${raw(table)} where ${isLost('item_id', 'items')}`,
  )
  const ofDocuments = tablesOfDocuments(dialect).map(
    ([table, column]) =>
      sql`select ${raw(column)} as id from ${raw(table)} where ${isLost(column, 'documents')}`,
  )
  const idsOf = async (query: Sql): Promise<number[]> =>
    (await connection.all<{ id: number }>(query)).map((row) => row.id)
  return {
    itemIds: await idsOf(join(ofItems, ' union ')),
    documentIds: await idsOf(join(ofDocuments, ' union ')),
  }
}

export async function miscounts(connection: Connection): Promise<number> {
  const [row] = await connection.all<{ count: number }>(
    sql`select count(*) as count from (select 1 as wrong from
      (select scope, model_id, space_id, language_mask, value from entry_counts
        union all select scope, model_id, space_id, language_mask, -1 from ${entriesByScope}) every
      group by scope, model_id, space_id, language_mask having sum(value) <> 0) wrong`,
  )
  return row?.count ?? 0
}

function tablesOfDocuments(dialect: Dialect): (readonly [table: string, column: string])[] {
  return [['search_texts', 'document_id'], ...dialect.searchTables]
}

function isLost(column: string, owners: string): Sql {
  return sql`${raw(column)} not in (select id from ${raw(owners)})`
}
