/** The meaning of a change of an item, for readers of each language: at most one event per language. */
import type { ItemEventType } from '@octavo/schema/events.ts'
import { scopeOf, type Schema } from '@octavo/schema/schema.ts'
import type { Item, LoggedEvent } from '../store/records.ts'
import type { ScopeChange } from '../store/derived.ts'

export interface ItemChange {
  /** After the change. */
  readonly item: Item
  /** The action in the change log. */
  readonly action: string
  readonly isNew: boolean
  readonly scopes: readonly ScopeChange[]
}

/** Actions that change an item with all of its languages. */
const wholeItem: Readonly<Record<string, ItemEventType>> = {
  archive: 'item.archived',
  restore: 'item.restored',
  delete: 'item.deleted',
}

export function itemEvents(schema: Schema, change: ItemChange): LoggedEvent[] {
  const type = wholeItem[change.action]
  return schema.root.languages.flatMap(({ id }) => {
    const event = type ? wholeItemEvent(type, change.item, id) : languageEvent(change, id)
    return event ? [{ ...event, languageId: id }] : []
  })
}

type Meaning = Pick<LoggedEvent, 'type' | 'isDraft'>

/** Archiving and deleting keep the data of a language, so it shows whether readers could see it before. */
function wholeItemEvent(type: ItemEventType, item: Item, languageId: number): Meaning | undefined {
  const language = item.languages.get(languageId)
  if (!language?.published && !language?.draft) return undefined
  return { type, isDraft: language.published === null }
}

function languageEvent({ scopes, isNew }: ItemChange, languageId: number): Meaning | undefined {
  const changeIn = (view: 'published' | 'draft'): ScopeChange | undefined =>
    scopes.find(({ scope, isSameDocument }) => {
      return scope === scopeOf(languageId, view) && !isSameDocument
    })
  const published = changeIn('published')
  if (published) {
    return { type: published.isShown ? 'item.published' : 'item.unpublished', isDraft: false }
  }
  if (!changeIn('draft')) return undefined
  return { type: isNew ? 'item.created' : 'item.updated', isDraft: true }
}
