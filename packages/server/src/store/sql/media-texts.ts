/** Folded file names and alternative texts, one a row: what the media library searches. */
import { fold } from '@octavo/schema/fold.ts'
import type { Columns, Connection, Dialect, Row } from '../dialect.ts'
import { raw, sql, type Sql } from './sql.ts'

export const mediaTextColumns = {
  media_id: 'integer',
  folded: 'text',
} as const satisfies Columns

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
  dialect: Dialect,
  ids: readonly number[],
): Promise<void> {
  await connection.run(sql`delete from media_texts where ${dialect.isOneOf('media_id', ids)}`)
}

/** Media with a text that holds all of these keywords. */
export function holdingAll(keywords: readonly string[], { reading }: Dialect): Sql[] {
  return keywords.map(
    (keyword) =>
      sql`exists (select 1 from media_texts where ${raw('media_id = media.id')}
        and ${reading.holds('folded', keyword)})`,
  )
}
