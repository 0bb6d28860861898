/** Texts of archived and trashed items, by which Studio searches and sorts them. */
import type { Columns, Connection } from '../dialect.ts'
import type { InactiveText } from '../../records.ts'
import type { DerivedChange } from '../../derived.ts'
import type { InactiveFilter, Window } from '../../studio-reads.ts'
import { countingRows } from '../counting.ts'
import { pageOfIds } from './page-of-ids.ts'
import { selectRecords } from '../rows.ts'
import { join, raw, sql } from '../sql.ts'

const inactiveTextColumns = {
  item_id: 'integer',
  title: 'text',
  folded: 'text',
} as const satisfies Columns

/** Replaces the texts of items that may have been inactive, and adds those of the others. */
export async function saveInactiveTexts(
  connection: Connection,
  changes: readonly DerivedChange[],
  inactiveIds: readonly number[],
): Promise<void> {
  if (inactiveIds.length > 0) {
    await connection.run(
      sql`delete from inactive_texts where ${connection.dialect.isOneOf('item_id', inactiveIds)}`,
    )
  }
  const rows = changes.flatMap(({ item: { id }, derived: { inactiveText } }) =>
    inactiveText ? [{ item_id: id, title: inactiveText.title, folded: inactiveText.text }] : [],
  )
  if (rows.length > 0) await connection.insertRows('inactive_texts', inactiveTextColumns, rows)
}

export function storedInactiveTexts(
  connection: Connection,
  itemIds: readonly number[],
): Promise<(InactiveText & { itemId: number })[]> {
  return selectRecords(
    connection,
    sql`select item_id, title, folded as text from inactive_texts
      where ${connection.dialect.isOneOf('item_id', itemIds)}`,
  )
}

/** Texts are long, so only a search reads them, and only sorting by title joins them. */
export function inactiveItems(
  filter: InactiveFilter,
  window: Window,
  connection: Connection,
): Promise<{ ids: number[]; total: number }> {
  const { dialect } = connection
  const { isOneOf, reading } = dialect
  const { rootId, state, modelIds, spaceIds, contains = [] } = filter
  const { by, isDescending } = filter.order ?? { by: 'inactiveAt', isDescending: true }
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
    parts.push(sql`items.id in (select item_id from inactive_texts where ${found})`)
  }
  const texts = raw(by === 'title' ? 'left join inactive_texts on item_id = items.id' : '')
  const orders = {
    inactiveAt: state === 'trash' ? 'deleted_at' : 'archived_at',
    created: 'created_at',
    title: "coalesce(title, '')",
  }
  const counting = countingRows(dialect, by === 'title' ? 4 : 1)
  const source = sql`items ${texts} where ${counting}${join(parts, ' and ')}`
  const search = { id: raw('items.id'), source, order: raw(orders[by]), isDescending }
  return pageOfIds(connection, { ...search, isCostly: contains.length > 0 }, window)
}
