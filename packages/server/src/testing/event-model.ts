/** The events that a change of an item means for readers, from the entries of the reference model. */
import { entriesOf, type ModelItem, type ModelSchema } from './history-model.ts'

export interface ModelEvent {
  type: string
  language: string
  isDraft: boolean
}

export function expectedEvents(
  before: ModelItem | undefined,
  after: ModelItem,
  schema: ModelSchema,
): ModelEvent[] {
  const moved = movement(before, after)
  const languages = Object.keys(after.languages).toSorted()
  return languages.flatMap((language): ModelEvent[] => {
    const { draft, published } = after.languages[language] ?? {}
    if (moved) {
      const type = `item.${moved}`
      return draft || published ? [{ type, language, isDraft: !published }] : []
    }
    const shown = (item: ModelItem | undefined, view: string): string => {
      const entries = item ? entriesOf([item], schema) : []
      const entry = entries.find((one) => one.view === view && one.language === language)
      return entry ? JSON.stringify({ ...entry, visibleIn: [] }) : ''
    }
    const isPublic = shown(after, 'published') !== ''
    if (shown(before, 'published') !== shown(after, 'published')) {
      return [{ type: isPublic ? 'item.published' : 'item.unpublished', language, isDraft: false }]
    }
    if (shown(before, 'draft') === shown(after, 'draft')) return []
    return [{ type: before ? 'item.updated' : 'item.created', language, isDraft: true }]
  })
}

function movement(before: ModelItem | undefined, after: ModelItem): string | undefined {
  if (!before) return undefined
  if (before.isTrashed !== after.isTrashed) return after.isTrashed ? 'deleted' : 'restored'
  if (before.isArchived !== after.isArchived) return after.isArchived ? 'archived' : 'restored'
  return undefined
}
