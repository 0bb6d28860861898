/** Texts of items in the archive and the trash: what Studio finds and sorts them by. */
import type { Columns, Connection } from '../dialect.ts'
import type { AwayText } from '../../records.ts'
import type { DerivedChange } from '../../store.ts'
import type { AwayFilter, Window } from '../../studio-reads.ts'
import { countingRows } from '../counting.ts'
import { pageOfIds } from './page-of-ids.ts'
import { selectRecords } from '../rows.ts'
import { join, raw, sql } from '../sql.ts'

const awayColumns = {
  item_id: 'integer',
  title: 'text',
  folded: 'text',
} as const satisfies Columns

export async function saveAwayTexts(
  connection: Connection,
  changes: readonly DerivedChange[],
  isNew: boolean,
): Promise<void> {
  if (!isNew) {
    const ids = changes.map(({ item }) => item.id)
    await connection.run(
      sql`delete from away_texts where ${connection.dialect.isOneOf('item_id', ids)}`,
    )
  }
  const rows = changes.flatMap(({ item: { id }, derived: { away } }) =>
    away ? [{ item_id: id, title: away.title, folded: away.text }] : [],
  )
  if (rows.length > 0) await connection.insertRows('away_texts', awayColumns, rows)
}

export function storedAwayTexts(
  connection: Connection,
  itemIds: readonly number[],
): Promise<(AwayText & { itemId: number })[]> {
  return selectRecords(
    connection,
    sql`select item_id, title, folded as text from away_texts
      where ${connection.dialect.isOneOf('item_id', itemIds)}`,
  )
}

/** Texts are long: only a search reads them, and only an order by title joins them. */
export function awayItems(
  filter: AwayFilter,
  window: Window,
  connection: Connection,
): Promise<{ ids: number[]; total: number }> {
  const { dialect } = connection
  const { isOneOf, reading } = dialect
  const { rootId, state, modelIds, spaceIds, contains = [] } = filter
  const { by, isDescending } = filter.order ?? { by: 'away', isDescending: true }
  const parts = [
    sql`root_id = ${rootId}`,
    state === 'trash'
      ? raw('deleted_at is not null')
      : raw('archived_at is not null and deleted_at is null'),
  ]
  if (modelIds) parts.push(isOneOf('model_id', modelIds))
  if (spaceIds) parts.push(isOneOf('space_id', spaceIds))
  if (contains.length > 0) {
    const holds = contains.map((keyword) => reading.holds(raw('folded'), keyword))
    const units = raw(`4 + octet_length(folded) * ${contains.length} / 100`)
    const found = reading.guarded(units, sql`(${join(holds, ' and ')})`)
    parts.push(sql`items.id in (select item_id from away_texts where ${found})`)
  }
  const texts = raw(by === 'title' ? 'left join away_texts on item_id = items.id' : '')
  const orders = {
    away: state === 'trash' ? 'deleted_at' : 'archived_at',
    created: 'created_at',
    title: "coalesce(title, '')",
  }
  const counting = countingRows(dialect, by === 'title' ? 4 : 1)
  const source = sql`items ${texts} where ${counting}${join(parts, ' and ')}`
  const search = { id: raw('items.id'), source, order: raw(orders[by]), isDescending }
  return pageOfIds(connection, { ...search, isCostly: contains.length > 0 }, window)
}
