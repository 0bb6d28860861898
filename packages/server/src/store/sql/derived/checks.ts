/** Finds rows that derivation would not have produced, for `octavo doctor` and `octavo reindex`. */
import { viewBits } from '@octavo/schema/schema.ts'
import type { Connection, Dialect } from '../dialect.ts'
import { showingMask } from '../preview-bits.ts'
import { entriesByScope, tablesOfItems } from './rows.ts'
import { selectColumn, selectValue } from '../rows.ts'
import { join, raw, sql, type Sql } from '../sql.ts'

/** Ids of the items that have rows without an entry, or rows that contradict the item. */
export function misfits(connection: Connection, itemIds: readonly number[]): Promise<number[]> {
  const isRequested = (column: string): Sql => connection.dialect.isOneOf(column, itemIds)
  const hasEntry = (bit: number): Sql => sql`exists (select 1 from entries e
    where e.language_id = k.language_id and e.item_id = k.item_id and (e.views & ${bit}) <> 0)`
  const lacksEntry = (bit: number): Sql => sql`((k.views & ${bit}) <> 0 and not ${hasEntry(bit)})`
  return selectColumn(
    connection,
    sql`select e.item_id as id from entries e join items i on i.id = e.item_id
        where ${isRequested('e.item_id')} and (e.model_id <> i.model_id
          or e.space_id <> i.space_id or e.created_at <> i.created_at or e.views < 1
          or exists (select 1 from entries o where o.language_id = e.language_id
            and o.item_id = e.item_id and o.views <> e.views
            and (o.views & e.views & ${raw(String(showingMask))}) <> 0))
      union select k.item_id from index_keys k join items i on i.id = k.item_id
        where ${isRequested('k.item_id')} and (k.created_at <> i.created_at
          or k.views < 1 or ${lacksEntry(viewBits.published)}
          or ${lacksEntry(viewBits.draft)})
      union select e.item_id from entries e join documents d on d.id = e.document_id
        where ${isRequested('e.item_id')} and d.item_id <> e.item_id`,
  )
}

export async function orphans(
  connection: Connection,
  limit: number,
): Promise<{ table: string; itemId: number }[]> {
  const found: { table: string; itemId: number }[] = []
  for (const table of tablesOfItems) {
    const ids = await selectColumn<number>(
      connection,
      sql`select distinct item_id from ${raw(table)} where ${isOrphaned('item_id', 'items')}
        limit ${limit}`,
    )
    found.push(...ids.map((itemId) => ({ table, itemId })))
  }
  for (const [table, column] of tablesOfDocuments(connection.dialect)) {
    const rows = await connection.all(
      sql`select 1 as found from ${raw(table)} where ${isUnused(column)} limit ${limit}`,
    )
    found.push(...rows.map(() => ({ table, itemId: 0 })))
  }
  return found.slice(0, limit)
}

export async function orphanIds(
  connection: Connection,
): Promise<{ itemIds: number[]; documentIds: number[] }> {
  const ofItems = tablesOfItems.map(
    (table) => sql`select item_id as id from ${raw(table)} where ${isOrphaned('item_id', 'items')}`,
  )
  const ofDocuments = tablesOfDocuments(connection.dialect).map(
    ([table, column]) =>
      sql`select ${raw(column)} as id from ${raw(table)} where ${isUnused(column)}`,
  )
  return {
    itemIds: await selectColumn(connection, join(ofItems, ' union ')),
    documentIds: await selectColumn(connection, join(ofDocuments, ' union ')),
  }
}

export async function miscounts(connection: Connection): Promise<number> {
  const count = await selectValue<number>(
    connection,
    sql`select count(*) as count from (select 1 as wrong from
      (select scope, model_id, space_id, language_mask, value from entry_counts where scope >= 0
        union all select scope, model_id, space_id, language_mask, -1 from ${entriesByScope}) every
      group by scope, model_id, space_id, language_mask having sum(value) <> 0) wrong`,
  )
  return count ?? 0
}

function tablesOfDocuments(dialect: Dialect): (readonly [table: string, column: string])[] {
  return [
    ['documents', 'id'],
    ['document_texts', 'document_id'],
    ['search_grams', dialect.search.idColumn],
  ]
}

/** A document without an entry. */
function isUnused(column: string): Sql {
  return isOrphaned(column, 'entries', 'document_id')
}

function isOrphaned(column: string, owners: string, id = 'id'): Sql {
  return sql`${raw(column)} not in (select ${raw(id)} from ${raw(owners)})`
}
