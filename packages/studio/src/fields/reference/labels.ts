import type { ContentRow, EditableItem, ItemLabel } from '@octavo/schema/admin/contents.ts'

export function rowLabel({ id, title, model, space, status }: ContentRow): ItemLabel {
  return { id, title, model, space, status, state: 'active' }
}

export function newItemLabel({ id, title, model, space }: EditableItem): ItemLabel {
  return { id, title, model, space, status: 'draft', state: 'active' }
}
