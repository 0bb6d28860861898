import type { ContentRow, ItemLabel } from '@octavo/schema/admin/contents.ts'
import type { EditableItem } from '@octavo/schema/admin/items.ts'
import type { SummaryContext } from '../field-editor.ts'

export function rowLabel({ id, title, model, space, status }: ContentRow): ItemLabel {
  return { id, title, model, space, status, state: 'active' }
}

export function newItemLabel({ id, title, model, space }: EditableItem): ItemLabel {
  return { id, title, model, space, status: 'draft', state: 'active' }
}

/** A referenced item in comparisons. */
export function targetLine(id: number, { labels, t }: SummaryContext): string {
  const label = labels.items[id]
  return label ? label.title || t('common.untitled') : t('item.referenceGone', { id })
}

/** A media file in comparisons. */
export function mediaLine(id: number, { labels, t }: SummaryContext): string {
  return labels.media[id]?.filename ?? t('item.mediaGone', { id })
}
