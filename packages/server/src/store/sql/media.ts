import type { Columns, Connection } from './dialect.ts'
import { changeable } from '../../query/changeable.ts'
import type { MediaRecord } from '../records.ts'
import type { MediaReads, MediaWrites } from '../media.ts'
import { bumpGenerations } from '../versions/generations.ts'
import {
  orphanedMedia,
  mediaMisfits,
  removeMediaTexts,
  saveMediaTexts,
} from '../search/media-texts.ts'
import { mediaLabels } from './media-labels.ts'
import { recordTable } from './record-table.ts'
import { selectRecords, selectValue } from './rows.ts'
import { raw, sql, type Sql } from './sql.ts'

export const mediaTable = recordTable<Omit<MediaRecord, 'alts' | 'tags'>>('media', ['id'], {
  id: 'integer',
  rootId: 'integer',
  spaceId: 'integer',
  filename: 'text',
  type: 'text',
  bytes: 'integer',
  width: 'integer',
  height: 'integer',
  sha256: 'text',
  folder: 'text',
  focus: 'object',
  createdAt: 'integer',
  archivedAt: 'integer',
  deletedAt: 'integer',
})

interface MediaAlt {
  mediaId: number
  languageId: number
  alt: string
}

export const mediaAltTable = recordTable<MediaAlt>('media_alts', ['media_id', 'language_id'], {
  mediaId: 'integer',
  languageId: 'integer',
  alt: 'text',
})

export const mediaTagTable = recordTable<{ mediaId: number; tag: string }>(
  'media_tags',
  ['media_id', 'tag'],
  { mediaId: 'integer', tag: 'text' },
)

export function mediaReads(connection: Connection, isWriting: boolean): MediaReads {
  const { dialect } = connection
  const lock = isWriting ? dialect.locks.rows : raw('')

  async function load(query: Sql): Promise<MediaRecord[]> {
    const found = await mediaTable.all(connection, query)
    if (found.length === 0) return []
    const ids = found.map(({ id }) => id)
    const alts = await mediaAltTable.all(
      connection,
      sql`select * from media_alts where ${dialect.isOneOf('media_id', ids)}
        order by media_id, language_id`,
    )
    const tags = await mediaTagTable.all(
      connection,
      sql`select * from media_tags where ${dialect.isOneOf('media_id', ids)} order by media_id, tag`,
    )
    const tagsByMedia = Map.groupBy(tags, ({ mediaId }) => mediaId)
    const altsByMedia = Map.groupBy(alts, ({ mediaId }) => mediaId)
    return found.map((media) => ({
      ...media,
      alts: new Map(
        (altsByMedia.get(media.id) ?? []).map(({ languageId, alt }) => [languageId, alt]),
      ),
      tags: (tagsByMedia.get(media.id) ?? []).map(({ tag }) => tag),
    }))
  }

  return {
    load: (ids) =>
      load(sql`select * from media where ${dialect.isOneOf('id', ids)} order by id${lock}`),
    served: (id) =>
      mediaTable.first(
        connection,
        sql`select * from media where id = ${id} and archived_at is null and deleted_at is null`,
      ),
    async isFileUsed(sha256) {
      const rows = await connection.all(sql`select 1 from media where sha256 = ${sha256} limit 1`)
      return rows.length > 0
    },
    withFile: ({ spaceId, sha256, filename }) =>
      selectValue(
        connection,
        sql`select id from media where sha256 = ${sha256} and space_id = ${spaceId}
          and filename = ${filename} and deleted_at is null order by id limit 1`,
      ),
    after: (rootId, afterId, limit) =>
      load(sql`select * from media where root_id = ${rootId} and id > ${afterId}
        order by id limit ${limit}`),
    misfits: (media) => mediaMisfits(connection, media),
    orphans: (limit) => orphanedMedia(connection, limit),
    withoutPreview: (limit) =>
      connection.all(
        sql`select min(id) as id, sha256 from media where width is not null
          and sha256 not in (select sha256 from media_previews)
          group by sha256 order by min(id) limit ${limit}`,
      ),
    labels: (filter) => mediaLabels(connection, filter),
    identify: (ids) =>
      selectRecords(
        connection,
        sql`select id, root_id, space_id from media where deleted_at is null
          and ${dialect.isOneOf('id', ids)}`,
      ),
  }
}

const previewColumns = {
  sha256: 'text',
  placeholder: 'text',
  thumbhash: 'text',
  color: 'text',
} as const satisfies Columns

export function mediaWrites(connection: Connection): MediaWrites {
  const { dialect } = connection
  const bump = (): Promise<void> => bumpGenerations(connection, [changeable.media])
  async function save(media: MediaRecord): Promise<void> {
    await mediaTable.upsert(connection, [media])
    await connection.run(sql`delete from media_alts where media_id = ${media.id}`)
    await mediaAltTable.insert(
      connection,
      Array.from(media.alts, ([languageId, alt]) => ({ mediaId: media.id, languageId, alt })),
    )
    await connection.run(sql`delete from media_tags where media_id = ${media.id}`)
    await mediaTagTable.insert(
      connection,
      media.tags.map((tag) => ({ mediaId: media.id, tag })),
    )
    await saveMediaTexts(connection, media)
    await bump()
  }

  return {
    lockFile: (sha256) => dialect.locks.name(connection, `media file ${sha256}`, 'exclusive'),
    trashedBefore: (time, limit) =>
      connection.all(
        sql`select id, sha256 from media where deleted_at < ${time}
          order by deleted_at, id limit ${limit}${dialect.locks.rows}`,
      ),
    insert: save,
    update: save,
    async remove(ids) {
      await connection.run(sql`delete from media_alts where ${dialect.isOneOf('media_id', ids)}`)
      await connection.run(sql`delete from media_tags where ${dialect.isOneOf('media_id', ids)}`)
      await removeMediaTexts(connection, ids)
      await connection.run(sql`delete from media where ${dialect.isOneOf('id', ids)}`)
      await bump()
    },
    async savePreview(sha256, { placeholder, thumbhash, color }) {
      await connection.insertRows(
        'media_previews',
        previewColumns,
        [{ sha256, placeholder, thumbhash, color }],
        ['sha256'],
      )
    },
    async removePreview(sha256) {
      await connection.run(sql`delete from media_previews where sha256 = ${sha256}`)
    },
    async removeOrphans() {
      const ids = await orphanedMedia(connection)
      if (ids.length > 0) await removeMediaTexts(connection, ids)
      return ids.length
    },
  }
}
