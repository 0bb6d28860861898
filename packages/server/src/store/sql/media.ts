import type { Columns, Connection, Dialect } from './dialect.ts'
import type { MediaRecord } from '../records.ts'
import type { MediaReads, MediaWrites, ServedMedia } from '../store.ts'
import { changeable } from '../versions/versions.ts'
import { bumpGenerations } from '../versions/generations.ts'
import { lostMedia, mediaMisfits, removeMediaTexts, saveMediaTexts } from '../search/media-texts.ts'
import { raw, sql } from './sql.ts'

export const mediaColumns = {
  id: 'integer',
  root_id: 'integer',
  space_id: 'integer',
  filename: 'text',
  type: 'text',
  bytes: 'integer',
  width: 'integer',
  height: 'integer',
  sha256: 'text',
  created_at: 'integer',
  archived_at: 'integer',
  deleted_at: 'integer',
} as const satisfies Columns

export const mediaAltColumns = {
  media_id: 'integer',
  language_id: 'integer',
  alt: 'text',
} as const satisfies Columns

interface MediaRow {
  id: number
  root_id: number
  space_id: number
  filename: string
  type: string
  bytes: number
  width: number | null
  height: number | null
  sha256: string
  created_at: number
  archived_at: number | null
  deleted_at: number | null
}

export function mediaReads(
  connection: Connection,
  dialect: Dialect,
  isWriting: boolean,
): MediaReads {
  const lock = isWriting ? dialect.forUpdate : raw('')

  async function withAlts(rows: MediaRow[]): Promise<MediaRecord[]> {
    if (rows.length === 0) return []
    const ids = rows.map((row) => row.id)
    const alts = await connection.all<{ media_id: number; language_id: number; alt: string }>(
      sql`select * from media_alts where ${dialect.isOneOf('media_id', ids)}
        order by media_id, language_id`,
    )
    const altsByMedia = Map.groupBy(alts, (row) => row.media_id)
    return rows.map((row) => ({
      ...servedOf(row),
      createdAt: row.created_at,
      archivedAt: row.archived_at,
      deletedAt: row.deleted_at,
      alts: new Map((altsByMedia.get(row.id) ?? []).map((alt) => [alt.language_id, alt.alt])),
    }))
  }

  return {
    load: async (ids) =>
      withAlts(
        await connection.all<MediaRow>(
          sql`select * from media where ${dialect.isOneOf('id', ids)} order by id${lock}`,
        ),
      ),
    async served(id) {
      const [row] = await connection.all<MediaRow>(
        sql`select * from media where id = ${id} and archived_at is null and deleted_at is null`,
      )
      return row && servedOf(row)
    },
    async isFileUsed(sha256) {
      const rows = await connection.all(sql`select 1 from media where sha256 = ${sha256} limit 1`)
      return rows.length > 0
    },
    async withFile({ spaceId, sha256, filename }) {
      const [row] = await connection.all<{ id: number }>(
        sql`select id from media where sha256 = ${sha256} and space_id = ${spaceId}
          and filename = ${filename} and deleted_at is null order by id limit 1`,
      )
      return row?.id
    },
    after: async (rootId, afterId, limit) =>
      withAlts(
        await connection.all<MediaRow>(
          sql`select * from media where root_id = ${rootId} and id > ${afterId}
            order by id limit ${limit}`,
        ),
      ),
    misfits: (media) => mediaMisfits(connection, dialect, media),
    orphans: (limit) => lostMedia(connection, limit),
    async identify(ids) {
      const rows = await connection.all<Pick<MediaRow, 'id' | 'root_id' | 'space_id'>>(
        sql`select id, root_id, space_id from media where deleted_at is null
          and ${dialect.isOneOf('id', ids)}`,
      )
      return rows.map((row) => ({ id: row.id, rootId: row.root_id, spaceId: row.space_id }))
    },
  }
}

function servedOf(row: MediaRow): ServedMedia {
  return {
    id: row.id,
    rootId: row.root_id,
    spaceId: row.space_id,
    filename: row.filename,
    type: row.type,
    bytes: row.bytes,
    width: row.width,
    height: row.height,
    sha256: row.sha256,
  }
}

export function mediaWrites(connection: Connection, dialect: Dialect): MediaWrites {
  const bump = (): Promise<void> => bumpGenerations(connection, dialect, [changeable.media])
  async function save(media: MediaRecord): Promise<void> {
    await connection.upsertRows(
      'media',
      mediaColumns,
      ['id'],
      [
        {
          id: media.id,
          root_id: media.rootId,
          space_id: media.spaceId,
          filename: media.filename,
          type: media.type,
          bytes: media.bytes,
          width: media.width,
          height: media.height,
          sha256: media.sha256,
          created_at: media.createdAt,
          archived_at: media.archivedAt,
          deleted_at: media.deletedAt,
        },
      ],
    )
    await connection.run(sql`delete from media_alts where media_id = ${media.id}`)
    const alts = Array.from(media.alts, ([languageId, alt]) => ({
      media_id: media.id,
      language_id: languageId,
      alt,
    }))
    await connection.insertRows('media_alts', mediaAltColumns, alts)
    await saveMediaTexts(connection, dialect, media)
    await bump()
  }

  return {
    lockFile: (sha256) => dialect.lock(connection, `media file ${sha256}`, 'exclusive'),
    trashedBefore: (time, limit) =>
      connection.all(
        sql`select id, sha256 from media where deleted_at < ${time}
          order by deleted_at, id limit ${limit}${dialect.forUpdate}`,
      ),
    insert: save,
    update: save,
    async remove(ids) {
      await connection.run(sql`delete from media_alts where ${dialect.isOneOf('media_id', ids)}`)
      await removeMediaTexts(connection, dialect, ids)
      await connection.run(sql`delete from media where ${dialect.isOneOf('id', ids)}`)
      await bump()
    },
    async removeOrphans() {
      const ids = await lostMedia(connection)
      if (ids.length > 0) await removeMediaTexts(connection, dialect, ids)
      return ids.length
    },
  }
}
