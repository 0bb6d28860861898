/** Display labels for referenced items and media. */
import type { ItemLabel, Labels, MediaLabel } from '@octavo/schema/admin/contents.ts'
import type { Language } from '@octavo/schema/definitions.ts'
import type { Status } from '@octavo/schema/field-types.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { assetUrl } from '../../media/asset-url.ts'
import type { Item, ItemLanguage, MediaRecord, Use } from '../../store/records.ts'
import type { ReadTransaction } from '../../store/store.ts'
import type { RootAccess } from '../api.ts'
import { mayUse } from '../checks.ts'

export interface LabelContext {
  readonly root: RootAccess
  readonly assetsUrl: string
  /** The preferred language of titles and alternative texts; the main language is the fallback. */
  readonly language: Language
}

/** Labels of the targets that exist and that the caller may see. */
export async function labelsFor(
  tx: ReadTransaction,
  targets: readonly Use[],
  context: LabelContext,
): Promise<Labels> {
  const { schema } = context.root
  const idsOf = (kind: Use['kind']): number[] => [
    ...new Set(targets.filter((target) => target.kind === kind).map(({ targetId }) => targetId)),
  ]
  const itemIds = idsOf('item')
  const mediaIds = idsOf('media')
  const items = await titledItems(tx, schema, itemIds)
  const media = mediaIds.length > 0 ? await tx.media.load(mediaIds) : []
  const isThere = ({ rootId, spaceId }: { rootId: number; spaceId: number }): boolean =>
    rootId === schema.root.id && mayUse(context.root, spaceId)
  return {
    items: byId(items.filter(isThere).map((item) => itemLabel(item, context))),
    media: byId(media.filter(isThere).map((one) => mediaLabel(one, context))),
  }
}

/** Items with the values that `titleOf` and `itemLabel` need. */
export async function titledItems(
  tx: ReadTransaction,
  schema: Schema,
  ids: readonly number[],
): Promise<Item[]> {
  if (ids.length === 0) return []
  const titles = schema.root.models.flatMap(({ titleFieldId }) => titleFieldId ?? [])
  return tx.items.outline(ids, new Set(titles))
}

export function itemLabel(item: Item, { root: { schema }, language }: LabelContext): ItemLabel {
  return {
    id: item.id,
    title: titleOf(item, schema, language),
    model: schema.modelById.get(item.modelId)?.luid ?? '',
    space: schema.spaceById.get(item.spaceId)?.luid ?? '',
    status: statusOf(item.languages.get(schema.mainLanguage.id)),
    state: stateOf(item),
  }
}

function mediaLabel(media: MediaRecord, context: LabelContext): MediaLabel {
  const { id, filename, type, width, height, alts } = media
  const { mainLanguage } = context.root.schema
  return {
    id,
    filename,
    type,
    url: assetUrl(context.assetsUrl, media),
    alt: alts.get(context.language.id) ?? alts.get(mainLanguage.id) ?? '',
    width,
    height,
    state: stateOf(media),
  }
}

/** The title in this language, else in the main language, else in any; from drafts if they exist. */
export function titleOf(item: Item, schema: Schema, language = schema.mainLanguage): string {
  const fieldId = schema.modelById.get(item.modelId)?.titleFieldId ?? null
  if (fieldId === null) return ''
  const own = item.languages.get(language.id)
  const main = item.languages.get(schema.mainLanguage.id)
  for (const data of [own, main, ...item.languages.values()]) {
    const title = (data?.draft ?? data?.published)?.values[fieldId]
    if (typeof title === 'string') return title
  }
  return ''
}

export function statusOf(language: ItemLanguage | undefined): Status | null {
  if (!language?.draft) return language?.published ? 'published' : null
  return language.published ? 'published_draft' : 'draft'
}

function stateOf(thing: {
  archivedAt: number | null
  deletedAt: number | null
}): ItemLabel['state'] {
  if (thing.deletedAt !== null) return 'trash'
  return thing.archivedAt === null ? 'active' : 'archived'
}

function byId<Label extends { id: number }>(labels: readonly Label[]): Record<string, Label> {
  return Object.fromEntries(labels.map((label) => [label.id, label]))
}
