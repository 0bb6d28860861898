import { fold, textSeparator } from '@octavo/schema/fold.ts'
import type { RootDefinition } from '@octavo/schema/definitions.ts'
import type { Connection, Dialect } from '../dialect.ts'
import { awayColumns } from '../sql/away.ts'
import { mediaTextColumns } from '../sql/media-texts.ts'
import { sql } from '../sql/sql.ts'

/** Folded texts of what no key sees: media, and items in the archive and the trash. */
export function listTexts({ textType: text, clustered }: Dialect): string {
  return `
    create table media_texts (
      media_id bigint not null,
      folded ${text} not null
    );
    create index media_texts_of_media on media_texts (media_id);
    create table away_texts (
      item_id bigint not null primary key,
      title ${text} not null,
      folded ${text} not null
    )${clustered};
  `
}

/** Folding is ours to do, in neither database. */
export async function fillListTexts(connection: Connection): Promise<void> {
  const texts = await connection.all<{ media_id: number; text: string }>(
    sql`select id as media_id, filename as text from media
      union all select media_id, alt as text from media_alts`,
  )
  await connection.insertRows(
    'media_texts',
    mediaTextColumns,
    texts.map((row) => ({ media_id: row.media_id, folded: fold(row.text) })),
  )
  const roots = await connection.all<{ definition: string }>(sql`select definition from roots`)
  const titleFields = new Map(
    roots
      .flatMap(({ definition }) => (JSON.parse(definition) as RootDefinition).models)
      .map(({ id, titleFieldId }) => [id, titleFieldId]),
  )
  const rows = await connection.all<AwayRow>(
    sql`select i.id, i.model_id, coalesce(l.draft, l.published) as data
      from items i join item_languages l on l.item_id = i.id
      where i.archived_at is not null or i.deleted_at is not null order by i.id, l.language_id`,
  )
  const away = Array.from(
    Map.groupBy(rows, ({ id }) => id),
    ([id, own]) => {
      const values = own.map(({ data }) => JSON.parse(data ?? '{}') as Record<string, unknown>)
      const fieldId = titleFields.get(own[0]?.model_id ?? 0) ?? 0
      const title = values.map((one) => one[fieldId]).find((one) => typeof one === 'string') ?? ''
      return {
        item_id: id,
        title: fold(title),
        folded: values.flatMap(stringsIn).join(textSeparator),
      }
    },
  )
  await connection.insertRows('away_texts', awayColumns, away)
}

interface AwayRow {
  id: number
  model_id: number
  data: string | null
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [fold(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
