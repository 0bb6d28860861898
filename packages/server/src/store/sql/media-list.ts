import { fold } from '@octavo/schema/fold.ts'
import type { Connection, Dialect } from '../dialect.ts'
import type { MediaRecord } from '../records.ts'
import type { MediaFilter, Window } from '../studio-reads.ts'
import { mediaReads } from './media.ts'
import { join, raw, sql, type Sql } from './sql.ts'

/** One page of media, and how many there are in all. */
export async function mediaList(
  connection: Connection,
  dialect: Dialect,
  filter: MediaFilter,
  window: Window,
): Promise<{ media: MediaRecord[]; total: number }> {
  const { ids, total } =
    filter.contains === ''
      ? await matching(connection, dialect, filter, window)
      : await searched(connection, dialect, filter, window)
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

/** Names are compared here, where folding is the same for both databases; there is no index to keep. */
async function searched(
  connection: Connection,
  dialect: Dialect,
  filter: MediaFilter,
  { limit, offset }: Window,
): Promise<{ ids: number[]; total: number }> {
  const rows = await connection.all<{ id: number; filename: string }>(
    sql`select id, filename from media where ${condition(filter, dialect)} order by ${order(filter)}`,
  )
  const alts = await connection.all<{ media_id: number; alt: string }>(
    sql`select media_id, alt from media_alts where media_id in
      (select id from media where ${condition(filter, dialect)})`,
  )
  const altsById = Map.groupBy(alts, (row) => row.media_id)
  const isMatch = (text: string): boolean => fold(text).includes(filter.contains)
  const found = rows.filter(
    ({ id, filename }) =>
      isMatch(filename) || (altsById.get(id) ?? []).some(({ alt }) => isMatch(alt)),
  )
  return { ids: found.slice(offset, offset + limit).map(({ id }) => id), total: found.length }
}

function condition({ rootId, state, spaceIds, types }: MediaFilter, dialect: Dialect): Sql {
  const parts = [sql`root_id = ${rootId}`, raw(states[state])]
  if (spaceIds) parts.push(dialect.isOneOf('space_id', spaceIds))
  if (types) {
    const starts = types.starts.map((start) => sql`type like ${`${start}%`}`)
    parts.push(sql`${raw(types.except ? 'not ' : '')}(${join(starts, ' or ')})`)
  }
  return join(parts, ' and ')
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
