import type { Connection, Dialect } from '../dialect.ts'
import type { MediaFilter } from '../../../query/media-filter.ts'
import type { MediaRecord } from '../../records.ts'
import type { Window } from '../../studio-reads.ts'
import { countingRows } from '../counting.ts'
import { mediaReads } from '../media.ts'
import { holdingAll } from '../../search/media-texts.ts'
import { pageOfIds } from './page-of-ids.ts'
import { join, raw, sql, type Sql } from '../sql.ts'

/** One page of media, and the total. */
export async function mediaList(
  connection: Connection,
  filter: MediaFilter,
  window: Window,
): Promise<{ media: MediaRecord[]; total: number }> {
  const { dialect } = connection
  const { by, isDescending } = filter.order
  const counting = countingRows(dialect, 2)
  const source = sql`media where ${counting}${condition(filter, dialect)}`
  const search = { id: raw('id'), source, order: raw(by), isDescending }
  const isCostly = filter.contains.length > 0
  const { ids, total } = await pageOfIds(connection, { ...search, isCostly }, window)
  const found = await mediaReads(connection, false).load(ids)
  const byId = new Map(found.map((media) => [media.id, media]))
  return { media: ids.flatMap((id) => byId.get(id) ?? []), total }
}

function condition(
  { rootId, state, spaceIds, types, contains, folder, tags, withoutAlt }: MediaFilter,
  dialect: Dialect,
): Sql {
  const parts = [sql`root_id = ${rootId}`, raw(states[state])]
  if (spaceIds) parts.push(dialect.isOneOf('space_id', spaceIds))
  if (types) {
    const tests = [
      ...(types.exact ?? []).map((type) => sql`type = ${type}`),
      ...types.starts.map((start) => startsWith('type', start)),
    ]
    if (tests.length > 0) {
      parts.push(sql`${raw(types.except ? 'not ' : '')}(${join(tests, ' or ')})`)
    }
  }
  if (folder === '') parts.push(sql`folder = ''`)
  else if (folder !== null) {
    parts.push(sql`(folder = ${folder} or ${startsWith('folder', `${folder}/`)})`)
  }
  for (const tag of tags) {
    parts.push(sql`id in (select media_id from media_tags where tag = ${tag})`)
  }
  if (withoutAlt !== null) {
    parts.push(sql`id not in (select media_id from media_alts where language_id = ${withoutAlt})`)
  }
  return join([...parts, ...holdingAll(contains, dialect)], ' and ')
}

/** Unlike `like`, a range has no special characters, and both databases can use an index. */
function startsWith(column: string, start: string): Sql {
  const after = start.slice(0, -1) + String.fromCharCode(start.charCodeAt(start.length - 1) + 1)
  return sql`(${raw(column)} >= ${start} and ${raw(column)} < ${after})`
}

const states = {
  active: 'archived_at is null and deleted_at is null',
  archived: 'archived_at is not null and deleted_at is null',
  trash: 'deleted_at is not null',
}
