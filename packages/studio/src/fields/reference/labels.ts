import type { ContentRow, ItemLabel } from '@octavo/schema/admin/contents.ts'
import type { EditableItem } from '@octavo/schema/admin/items.ts'

export function rowLabel({ id, title, model, space, status }: ContentRow): ItemLabel {
  return { id, title, model, space, status, state: 'active' }
}

export function newItemLabel({ id, title, model, space }: EditableItem): ItemLabel {
  return { id, title, model, space, status: 'draft', state: 'active' }
}
