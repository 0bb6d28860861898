import type { Connection, Dialect } from '../dialect.ts'
import type { MediaRecord } from '../records.ts'
import type { MediaFilter, Window } from '../studio-reads.ts'
import { mediaReads } from './media.ts'
import { holdingAll } from './media-texts.ts'
import { join, raw, sql, type Sql } from './sql.ts'

/** One page of media, and how many there are in all. */
export async function mediaList(
  connection: Connection,
  dialect: Dialect,
  filter: MediaFilter,
  window: Window,
): Promise<{ media: MediaRecord[]; total: number }> {
  const { ids, total } = await matching(connection, dialect, filter, window)
  const found = await mediaReads(connection, dialect, false).load(ids)
  const byId = new Map(found.map((media) => [media.id, media]))
  return { media: ids.flatMap((id) => byId.get(id) ?? []), total }
}

async function matching(
  connection: Connection,
  dialect: Dialect,
  filter: MediaFilter,
  { limit, offset }: Window,
): Promise<{ ids: number[]; total: number }> {
  const where = condition(filter, dialect)
  const rows = await connection.all<{ id: number }>(
    sql`select id from media where ${where} order by ${order(filter)}
      limit ${limit} offset ${offset}`,
  )
  const [count] = await connection.all<{ total: number }>(
    sql`select count(*) as total from media where ${where}`,
  )
  return { ids: rows.map(({ id }) => id), total: count?.total ?? 0 }
}

function condition(
  { rootId, state, spaceIds, types, contains }: MediaFilter,
  dialect: Dialect,
): Sql {
  const parts = [sql`root_id = ${rootId}`, raw(states[state])]
  if (spaceIds) parts.push(dialect.isOneOf('space_id', spaceIds))
  if (types) {
    const starts = types.starts.map((start) => sql`type like ${`${start}%`}`)
    parts.push(sql`${raw(types.except ? 'not ' : '')}(${join(starts, ' or ')})`)
  }
  return join([...parts, ...holdingAll(contains, dialect)], ' and ')
}

const states = {
  active: 'archived_at is null and deleted_at is null',
  archived: 'archived_at is not null and deleted_at is null',
  trash: 'deleted_at is not null',
}

function order({ order: { by, isDescending } }: MediaFilter): Sql {
  const direction = isDescending ? 'desc' : 'asc'
  return raw(`${by} ${direction}, id ${direction}`)
}
