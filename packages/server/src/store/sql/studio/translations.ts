/** Which translations are missing, or older than the text that they translate. */
import { viewBits } from '@octavo/schema/schema.ts'
import type { Connection } from '../dialect.ts'
import type { StudioReads, TranslationFilter } from '../../studio-reads.ts'
import { countingRows } from '../counting.ts'
import { selectColumn, selectRecords } from '../rows.ts'
import { join, raw, sql, type Sql } from '../sql.ts'

/** When the text of an entry changed last. Items of earlier versions have no revisions. */
const textAt = (entry: string, head: string): string =>
  `coalesce(${head}.text_at, ${head}.at, ${entry}.updated_at)`

const isOutdated = raw(`${textAt('o', 'oh')} > ${textAt('t', 'th')}`)

export function translationReads(
  connection: Connection,
): Pick<StudioReads, 'outdatedTranslations' | 'outdatedItems' | 'countTranslations'> {
  const { dialect } = connection
  const isDraftView = (entry: string): Sql => sql`(${raw(entry)}.views & ${viewBits.draft}) <> 0`
  /** Translations in the draft view, each with its original. */
  const pairs = (originalId: number): Sql => sql`entries t
    join entries o on o.item_id = t.item_id and o.language_id = ${originalId}
      and ${isDraftView('o')}
    left join revision_heads th on th.item_id = t.item_id and th.language_id = t.language_id
    left join revision_heads oh on oh.item_id = o.item_id and oh.language_id = o.language_id
    where ${countingRows(dialect, 6)}${isDraftView('t')}`
  const inScope = (entry: string, { modelIds, spaceIds }: TranslationFilter): Sql => {
    const ofModels = dialect.isOneOf(`${entry}.model_id`, modelIds)
    return spaceIds
      ? sql`${ofModels} and ${dialect.isOneOf(`${entry}.space_id`, spaceIds)}`
      : ofModels
  }
  return {
    outdatedTranslations: (itemIds, originalId) =>
      selectRecords(
        connection,
        sql`select t.item_id, t.language_id from ${pairs(originalId)}
          and ${dialect.isOneOf('t.item_id', itemIds)} and ${isOutdated}`,
      ),
    outdatedItems: (filter, limit) =>
      selectColumn(
        connection,
        sql`select t.item_id from ${pairs(filter.originalId)}
          and t.language_id = ${filter.languageId} and ${inScope('t', filter)} and ${isOutdated}
          order by t.created_at desc, t.item_id desc limit ${limit}`,
      ),
    async countTranslations(filter, languages) {
      const { originalId } = filter
      const missing = languages.map(
        ({ bit }, index) =>
          sql`count(case when (o.language_mask & ${2 ** bit}) = 0 then 1 end) as ${raw(`m${index}`)}`,
      )
      const totals = await connection.all<Record<string, number>>(
        sql`select ${join([raw('o.model_id, count(*) as total'), ...missing], ', ')}
          from entries o where ${countingRows(dialect, 2)}o.language_id = ${originalId}
            and ${isDraftView('o')} and ${inScope('o', filter)} group by o.model_id`,
      )
      const outdated = await selectRecords<{ modelId: number; languageId: number; count: number }>(
        connection,
        sql`select t.model_id, t.language_id, count(*) as count from ${pairs(originalId)}
          and ${dialect.isOneOf(
            't.language_id',
            languages.map(({ id }) => id),
          )} and ${inScope('t', filter)} and ${isOutdated}
          group by t.model_id, t.language_id`,
      )
      return totals.map((row) => {
        const modelId = row['model_id'] ?? 0
        const own = outdated.filter((one) => one.modelId === modelId)
        return {
          modelId,
          total: row['total'] ?? 0,
          missing: new Map(languages.map(({ id }, index) => [id, row[`m${index}`] ?? 0])),
          outdated: new Map(own.map(({ languageId, count }) => [languageId, count])),
        }
      })
    },
  }
}
