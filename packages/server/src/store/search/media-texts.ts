/** Folded file names and alternative texts, one per row, for the search in the media library. */
import { fold } from '@octavo/schema/fold.ts'
import type { Columns, Connection, Dialect, Row } from '../sql/dialect.ts'
import type { MediaRecord } from '../records.ts'
import { countingRows } from '../sql/counting.ts'
import { selectColumn } from '../sql/rows.ts'
import { raw, sql, type Sql } from '../sql/sql.ts'

const mediaTextColumns = {
  media_id: 'integer',
  folded: 'text',
} as const satisfies Columns

export async function saveMediaTexts(connection: Connection, media: MediaRecord): Promise<void> {
  await removeMediaTexts(connection, [media.id])
  const rows = textsOf(media).map((folded) => ({ media_id: media.id, folded }))
  await connection.insertRows('media_texts', mediaTextColumns, rows)
}

function textsOf({ filename, alts }: MediaRecord): string[] {
  return [filename, ...alts.values()].map(fold)
}

/** Ids of the media whose stored texts differ from what saving them now would store. */
export async function mediaMisfits(
  connection: Connection,
  media: readonly MediaRecord[],
): Promise<number[]> {
  const ids = media.map(({ id }) => id)
  const rows = await connection.all<{ media_id: number; folded: string }>(
    sql`select media_id, folded from media_texts where ${connection.dialect.isOneOf('media_id', ids)}`,
  )
  const stored = Map.groupBy(rows, (row) => row.media_id)
  const comparable = (texts: string[]): string => JSON.stringify(texts.toSorted())
  return media
    .filter((one) => {
      const own = (stored.get(one.id) ?? []).map(({ folded }) => folded)
      return comparable(own) !== comparable(textsOf(one))
    })
    .map(({ id }) => id)
}

/** Ids of deleted media that still have texts; all of them if no limit is given. */
export function orphanedMedia(connection: Connection, limit?: number): Promise<number[]> {
  return selectColumn(
    connection,
    sql`select distinct media_id from media_texts where media_id not in (select id from media)
      ${limit === undefined ? raw('') : sql`limit ${limit}`}`,
  )
}

/** Adds the texts for rows of `media` and `media_alts`; other tables have none. */
export async function addMediaTexts(
  connection: Connection,
  table: string,
  rows: readonly Row[],
): Promise<void> {
  const [id, text] = table === 'media' ? ['id', 'filename'] : ['media_id', 'alt']
  if (table !== 'media' && table !== 'media_alts') return
  await connection.insertRows(
    'media_texts',
    mediaTextColumns,
    rows.map((row) => ({ media_id: row[id] ?? 0, folded: fold(String(row[text] ?? '')) })),
  )
}

export async function removeMediaTexts(
  connection: Connection,
  ids: readonly number[],
): Promise<void> {
  await connection.run(
    sql`delete from media_texts where ${connection.dialect.isOneOf('media_id', ids)}`,
  )
}

/** Conditions: for each keyword, one of the media's texts contains it. Each subquery scans the texts once. */
export function holdingAll(keywords: readonly string[], dialect: Dialect): Sql[] {
  const counting = countingRows(dialect, 2)
  return keywords.map(
    (keyword) =>
      sql`media.id in (select media_id from media_texts where ${counting}${dialect.reading.holds(raw('folded'), keyword)})`,
  )
}
