import type { Language, Model } from '@octavo/schema/definitions.ts'
import { Refusal } from '@octavo/schema/errors.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { formatTime } from '@octavo/schema/times.ts'
import { exportValues } from '../fields/values.ts'
import type { ContentContext } from '../content/context.ts'
import { walkItems } from '../modeling/walk.ts'
import { createPace, nextTurn } from '../scheduling/turns.ts'
import type { Item, ItemLanguage, StageData } from '../store/records.ts'
import type { ReadTransaction } from '../store/store.ts'
import type { ItemLine, LineTimes } from './line.ts'

export interface ExportRequest {
  rootId: number
  /** Only items with a higher id. */
  afterId?: number
  /** Writes some lines. The export waits for it before it continues. */
  write(text: string): Promise<void>
  onProgress?(items: number, total: number | undefined): void
}

export interface PageRequest {
  rootId: number
  /** Only items of these spaces; null for all. */
  spaceIds: readonly number[] | null
  afterId: number
}

export interface ExportPage {
  text: string
  items: number
  /** Null after the last page. */
  lastId: number | null
  /** Only on the first page. */
  total: number | null
}

const pageCharacters = 500_000
const pageItems = 500
/** How many items are in memory at the same time. */
const loadedItems = 20

/** The next items by id, as much as fits on a page. */
export async function exportPage(
  tx: ReadTransaction,
  schema: Schema,
  { rootId, spaceIds, afterId }: PageRequest,
): Promise<ExportPage> {
  const filter = { rootId, trash: 'without', ...(spaceIds && { spaceIds }) } as const
  const pace = createPace()
  let [text, count, lastId] = ['', 0, afterId]
  for (;;) {
    const items = await tx.items.after(filter, lastId, loadedItems)
    for (const item of items) {
      const line = `${JSON.stringify(lineOf(schema, item))}\n`
      text += line
      lastId = item.id
      count++
      await pace.after(line.length)
      if (text.length >= pageCharacters) break
    }
    const isLast = items.length < loadedItems && items.at(-1)?.id === lastId
    if (isLast || items.length === 0 || text.length >= pageCharacters || count >= pageItems) {
      const total = afterId === 0 ? await tx.items.count(filter) : null
      return { text, items: count, lastId: items.length === 0 || isLast ? null : lastId, total }
    }
    await nextTurn('long')
  }
}

/** Exports all items except those in the trash, sorted by id, from a consistent snapshot. */
export function exportContent(context: ContentContext, request: ExportRequest): Promise<number> {
  return context.store.read(async (tx) => {
    const schema = await context.schemas.in(tx, request.rootId)
    const filter = { rootId: request.rootId, trash: 'without' } as const
    const isPart = request.afterId !== undefined
    const total = isPart ? undefined : await tx.items.count(filter)
    let count = 0
    for await (const items of walkItems(tx, filter, request.afterId)) {
      const lines = items.map((item) => `${JSON.stringify(lineOf(schema, item))}\n`)
      await request.write(lines.join(''))
      count += items.length
      request.onProgress?.(count, total)
    }
    return count
  })
}

function lineOf(schema: Schema, item: Item): ItemLine {
  const model = schema.modelById.get(item.modelId)
  const space = schema.spaceById.get(item.spaceId)
  if (!model || !space) {
    throw new Refusal(
      'badRequest',
      `the model or space of item ${item.id} does not exist; run octavo doctor`,
    )
  }
  const languages = schema.root.languages.flatMap((language) => {
    const state = item.languages.get(language.id)
    return state ? [{ language, state }] : []
  })
  const isPublished = languages.some(({ state }) => state.published)
  const top = languages.map(
    ({ language, state }) => [language, isPublished ? state.published : state.draft] as const,
  )
  const drafts = languages.map(({ language, state }) => [language, state.draft] as const)
  const draft = isPublished ? fieldsOf(schema, model, drafts) : {}
  return {
    model: model.luid,
    ...(space !== schema.parentSpace && { space: space.luid }),
    id: item.id,
    published: isPublished,
    created_at: formatTime(item.createdAt),
    ...fieldsOf(schema, model, top),
    ...(Object.keys(draft).length > 0 && { draft }),
    ...(item.archivedAt !== null && { archived: formatTime(item.archivedAt) }),
    times: Object.fromEntries(
      languages.map(({ language, state }) => [language.key, timesOf(state)]),
    ),
  }
}

function fieldsOf(
  schema: Schema,
  model: Model,
  stages: readonly (readonly [Language, StageData | null])[],
): Record<`fields${string}`, unknown> {
  const fields: Record<`fields${string}`, unknown> = {}
  for (const [language, data] of stages) {
    if (!data) continue
    const isMain = language === schema.mainLanguage
    const name = isMain ? ('fields' as const) : (`fields[${language.key}]` as const)
    fields[name] = exportValues(data.values, model.fields, schema, !isMain)
  }
  return fields
}

function timesOf({ published, draft, publishedAt, lastPublishedAt }: ItemLanguage): LineTimes {
  return {
    ...(publishedAt !== null && { published_at: formatTime(publishedAt) }),
    ...(lastPublishedAt !== null && { last_published_at: formatTime(lastPublishedAt) }),
    ...(published && { published_updated_at: formatTime(published.updatedAt) }),
    ...(draft && { draft_updated_at: formatTime(draft.updatedAt) }),
  }
}
