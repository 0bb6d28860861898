/** Content lists and labels in Studio. Times are ISO 8601 UTC. */
import { z } from 'zod'
import { statuses } from '../field-types.ts'
import { contentStates, listStates, scheduleActions } from '../choices.ts'
import { paging, sortOrder } from './query.ts'
import { translationState } from './translations.ts'
import { count, date, id, luid, page, time } from './values.ts'

export const status = z.enum(statuses)
export const contentState = z.enum(contentStates)

export const actor = z
  .strictObject({
    kind: z.enum(['user', 'key', 'token', 'cli', 'system']),
    id: id.nullable(),
    name: z.string(),
  })
  .meta({
    id: 'Actor',
    description:
      "The user, key or process that made a change. `name` is '' if it no longer exists.",
  })

const mostColumns = 20

const columns = z
  .string()
  .default('')
  .transform((names) => [...new Set(names.split(',').filter((name) => name !== ''))])
  .refine((names) => names.length <= mostColumns, `must name at most ${mostColumns} columns`)
  .describe('Comma-separated names of the fields to return: `author,seo.meta_title`. At most 20.')

export const reviewBy = date
  .exactOptional()
  .describe('Reviews are due up to this day: YYYY-MM-DD; default: today in UTC.')

/** Parameters that extend those of `GET /v1/contents`. */
export const contentListQuery = z
  .object({
    state: z
      .enum(listStates)
      .default('active')
      .describe(
        '`scheduled`: active items with a schedule, the first 10,000 by time. `review`: active items whose review date is ' +
          '`review_by` or earlier, the first 10,000 by date. `archived` and `trash` support only model, space, contains, limit, offset and, as `order`, ' +
          '`_title`, `_created_at` and `_away_at` (the time of archiving or deletion; default `-_away_at`).',
      ),
    review_by: reviewBy,
    translation: translationState,
    columns,
    model: z.string().exactOptional(),
    lang: z.string().exactOptional(),
    lang_fallback: z.string().default('true'),
    contains_in: z
      .enum(['lang', 'all'])
      .default('lang')
      .describe(
        'Whether `contains` and `_title[contains]` search the language of the list or all languages. ' +
          'In other languages than that of the list, at most the newest 10,000 matches are found.',
      ),
  })
  .catchall(z.string().optional())

/** Parameters of the list of archived items and of the trash. */
export const inactiveListQuery = z.object({
  model: z.string().exactOptional(),
  space: z.string().exactOptional(),
  contains: z.string().exactOptional(),
  order: sortOrder(['_title', '_created_at', '_away_at'], '-_away_at'),
  ...paging.shape,
})

const languageStatus = z
  .strictObject({
    language: z.string(),
    status,
    isOutdated: z.boolean().describe('Whether the text of the main language has changed since.'),
  })
  .meta({ id: 'LanguageStatus' })

const contentRow = z
  .strictObject({
    id,
    model: luid,
    space: luid,
    title: z.string(),
    status: status
      .nullable()
      .describe('Status in the requested language; null if the item has no data in it.'),
    language: z.string().describe('The language of `title` and `cells`.'),
    languages: z
      .array(languageStatus)
      .describe('The languages that have data, in the order of the definition.'),
    matched: z
      .array(z.string())
      .describe(
        'With `contains_in=all`: the languages in which the item contains the keywords. Otherwise empty.',
      ),
    schedules: z.array(
      z
        .strictObject({
          language: z.string(),
          action: z.enum(scheduleActions),
          at: time,
          hasFailed: z.boolean(),
        })
        .meta({ id: 'RowSchedule' }),
    ),
    reviewBy: date.nullable(),
    createdAt: time,
    updatedAt: time,
    publishedAt: time.nullable(),
    lastPublishedAt: time.nullable(),
    archivedAt: time.nullable(),
    deletedAt: time.nullable(),
    cells: z
      .record(z.string(), z.unknown())
      .describe(
        'The requested columns, by name, as the API renders them. Text is cut after 200 characters. ' +
          'References are `{_id, _title, _model}` or null, media `{url, alt}` or null.',
      ),
  })
  .meta({ id: 'ContentRow' })

export const contentList = page(contentRow).meta({ id: 'ContentList' })

/** Limit of ids in a list of ids, and in one request. */
export const mostIds = 10_000

export const contentIds = z.strictObject({ total: count, ids: z.array(id) }).meta({
  id: 'ContentIds',
  description:
    'Up to 10,000 ids of the items that match, for bulk changes. Parameters as for `listContents`.',
})

export const itemLabel = z
  .strictObject({
    id,
    title: z.string(),
    model: z.string(),
    space: z.string(),
    status: status
      .nullable()
      .describe('Status in the main language; null if it has no data there.'),
    state: contentState,
  })
  .meta({ id: 'ItemLabel' })

const mediaLabel = z
  .strictObject({
    id,
    filename: z.string(),
    type: z.string(),
    url: z.string(),
    alt: z.string(),
    width: count.nullable(),
    height: count.nullable(),
    state: contentState,
  })
  .meta({ id: 'MediaLabel' })

export const labels = z
  .strictObject({
    items: z.record(z.string(), itemLabel),
    media: z.record(z.string(), mediaLabel),
  })
  .meta({ id: 'Labels' })

export type Actor = z.infer<typeof actor>
export type ContentIds = z.infer<typeof contentIds>
export type ContentList = z.infer<typeof contentList>
export type ContentListQuery = z.input<typeof contentListQuery>
export type ContentRow = z.infer<typeof contentRow>
export type ContentState = z.infer<typeof contentState>
export type ItemLabel = z.infer<typeof itemLabel>
export type Labels = z.infer<typeof labels>
export type LanguageStatus = z.infer<typeof languageStatus>
export type MediaLabel = z.infer<typeof mediaLabel>
