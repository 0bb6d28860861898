/** Folded file names and alternative texts, one a row: what the media library searches. */
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

/** Of these, those whose rows are not what they would be if they were saved now. */
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

/** Media that are gone and left texts behind; all of them where no limit is named. */
export function lostMedia(connection: Connection, limit?: number): Promise<number[]> {
  return selectColumn(
    connection,
    sql`select distinct media_id from media_texts where media_id not in (select id from media)
      ${limit === undefined ? raw('') : sql`limit ${limit}`}`,
  )
}

/** The texts of rows of `media` and `media_alts`; other tables have none. */
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

/** Media with a text for each of these keywords that holds it. The texts are gone through in one go. */
export function holdingAll(keywords: readonly string[], dialect: Dialect): Sql[] {
  const counting = countingRows(dialect, 2)
  return keywords.map(
    (keyword) =>
      sql`media.id in (select media_id from media_texts where ${counting}${dialect.reading.holds(raw('folded'), keyword)})`,
  )
}
