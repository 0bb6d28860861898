/** Texts of items in the archive and the trash: what Studio finds and sorts them by. */
import type { Columns, Connection, Dialect } from '../dialect.ts'
import type { AwayText } from '../records.ts'
import type { DerivedChange } from '../store.ts'
import type { AwayFilter } from '../studio-reads.ts'
import { join, raw, sql, type Sql } from './sql.ts'

export const awayColumns = {
  item_id: 'integer',
  title: 'text',
  folded: 'text',
} as const satisfies Columns

export async function saveAwayTexts(
  connection: Connection,
  dialect: Dialect,
  changes: readonly DerivedChange[],
  isNew: boolean,
): Promise<void> {
  if (!isNew) {
    const ids = changes.map(({ item }) => item.id)
    await connection.run(sql`delete from away_texts where ${dialect.isOneOf('item_id', ids)}`)
  }
  const rows = changes.flatMap(({ item: { id }, derived: { away } }) =>
    away ? [{ item_id: id, title: away.title, folded: away.text }] : [],
  )
  if (rows.length > 0) await connection.insertRows('away_texts', awayColumns, rows)
}

export async function storedAwayTexts(
  connection: Connection,
  dialect: Dialect,
  itemIds: readonly number[],
): Promise<(AwayText & { itemId: number })[]> {
  const rows = await connection.all<{ item_id: number; title: string; folded: string }>(
    sql`select item_id, title, folded from away_texts where ${dialect.isOneOf('item_id', itemIds)}`,
  )
  return rows.map(({ item_id, title, folded }) => ({ itemId: item_id, title, text: folded }))
}

/** Items that are away, as a source to select `items` from. */
export function awayItems(filter: AwayFilter, { isOneOf, reading }: Dialect): Sql {
  const { rootId, state, modelIds, spaceIds, contains = [] } = filter
  const parts = [
    sql`root_id = ${rootId}`,
    state === 'trash'
      ? raw('deleted_at is not null')
      : raw('archived_at is not null and deleted_at is null'),
  ]
  if (modelIds) parts.push(isOneOf('model_id', modelIds))
  if (spaceIds) parts.push(isOneOf('space_id', spaceIds))
  parts.push(...contains.map((keyword) => reading.holds('folded', keyword)))
  return sql`items left join away_texts on item_id = items.id where ${join(parts, ' and ')}`
}

export function awayOrder({ state, order }: AwayFilter): Sql {
  const { by, isDescending } = order ?? { by: 'away', isDescending: true }
  const columns = {
    away: state === 'trash' ? 'deleted_at' : 'archived_at',
    created: 'created_at',
    title: "coalesce(title, '')",
  }
  const direction = isDescending ? 'desc' : 'asc'
  return raw(`${columns[by]} ${direction}, items.id ${direction}`)
}
