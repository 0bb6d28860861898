import type { Language, Model } from '@octavo/schema/definitions.ts'
import { Refusal } from '@octavo/schema/errors.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { formatTime } from '@octavo/schema/times.ts'
import { exportValues } from '../fields/values.ts'
import type { ContentContext } from '../content/context.ts'
import { walkItems } from '../modeling/walk.ts'
import type { Item, ItemLanguage, StageData } from '../store/records.ts'
import type { ItemLine, LineTimes } from './line.ts'

export interface ExportRequest {
  rootId: number
  /** Writes some lines. The export waits for it before it continues. */
  write(text: string): Promise<void>
  onProgress?(items: number, total: number): void
}

/** Exports all items except those in the trash, sorted by id, from a consistent snapshot. */
export function exportContent(context: ContentContext, request: ExportRequest): Promise<number> {
  return context.store.read(async (tx) => {
    const schema = await context.schemas.in(tx, request.rootId)
    const filter = { rootId: request.rootId, trash: 'without' } as const
    const total = await tx.items.count(filter)
    let count = 0
    for await (const items of walkItems(tx, filter)) {
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
