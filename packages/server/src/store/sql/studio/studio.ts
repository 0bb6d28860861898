import { viewBits } from '@octavo/schema/schema.ts'
import type { Connection, Dialect } from '../dialect.ts'
import type { ReferrerFilter, StudioReads } from '../../studio-reads.ts'
import { inactiveItems } from './inactive.ts'
import { countingRows } from '../counting.ts'
import { auditReads } from './audit.ts'
import { mediaList } from './media-list.ts'
import { pageOfIds } from './page-of-ids.ts'
import { recentReads } from './recent.ts'
import { selectRecords } from '../rows.ts'
import { raw, sql, type Sql } from '../sql.ts'
import { translationReads } from './translations.ts'

export function studioReads(connection: Connection): StudioReads {
  const { dialect } = connection
  return {
    ...auditReads(connection),
    ...recentReads(connection),
    ...translationReads(connection),
    languageStatuses: (itemIds) =>
      selectRecords(
        connection,
        sql`select item_id, language_id, status from entries
          where ${dialect.isOneOf('item_id', itemIds)} and (views & ${viewBits.draft}) <> 0`,
      ),
    inactiveItems: (filter, window) => inactiveItems(filter, window, connection),
    countItems: (rootId) =>
      selectRecords(
        connection,
        sql`select model_id, space_id, state, count(*) as count from (
            select model_id, space_id, case when deleted_at is not null then 'trash'
              when archived_at is not null then 'archived' else 'active' end as state
            from items where ${countingRows(dialect)}root_id = ${rootId}) i
          group by model_id, space_id, state`,
      ),
    countMedia: (rootId) =>
      selectRecords(
        connection,
        sql`select space_id, count(*) as count from media
          where ${countingRows(dialect)}root_id = ${rootId} and deleted_at is null
          group by space_id`,
      ),
    media: (filter, window) => mediaList(connection, filter, window),
    async spacesOf(kind, ids) {
      const table = raw(kind === 'item' ? 'items' : 'media')
      const rows = await connection.all<{ id: number; space_id: number }>(
        sql`select id, space_id from ${table} where ${dialect.isOneOf('id', ids)}`,
      )
      return new Map(rows.map(({ id, space_id }) => [id, space_id]))
    },
    referrers(filter, window) {
      const id = raw('items.id')
      const search = { id, source: referring(filter, dialect), order: id, isDescending: true }
      return pageOfIds(connection, { ...search, isCostly: filter.targetIds.length > 1 }, window)
    },
  }
}

function referring(
  { rootId, kind, targetIds, exceptIds, spaceIds, keys }: ReferrerFilter,
  dialect: Dialect,
): Sql {
  const inSpaces = spaceIds ? sql` and ${dialect.isOneOf('items.space_id', spaceIds)}` : raw('')
  const others =
    exceptIds.length > 0 ? sql` and not (${dialect.isOneOf('items.id', exceptIds)})` : raw('')
  const counting = countingRows(dialect, 2)
  const noted = sql`select distinct item_id from uses
    where ${counting}kind = ${kind} and ${dialect.isOneOf('target_id', targetIds)}`
  const keyed = sql`select item_id from index_keys
    where ${counting}${dialect.isOneOf('language_id', keys.languageIds)}
      and ${dialect.isOneOf('field_id', keys.fieldIds)}
      and ${dialect.isOneOf('key', targetIds.map(String))}`
  const pointing = kind === 'item' ? sql`${noted} union ${keyed}` : noted
  return sql`(${pointing}) pointing join items on items.id = pointing.item_id
    where ${countingRows(dialect, 2)}items.root_id = ${rootId} and items.deleted_at is null${inSpaces}${others}`
}
