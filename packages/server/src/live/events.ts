/** The events of a batch of changes, without the names and filters of a view. */
import type { EventType } from '@octavo/schema/events.ts'
import { scopeOf, viewOfScope } from '@octavo/schema/schema.ts'
import { suspendAction, tagOf, tagsOfChange } from '../changes/tags.ts'
import type { Change, LoggedEvent } from '../store/records.ts'
import type { ChangeBatch } from './batches.ts'

export interface LiveEvent {
  readonly type: EventType | 'reset'
  readonly at: number
  readonly rootId: number
  /** Whether it concerns an item that published keys may read, or could read before. */
  readonly isPublished: boolean
  /** Null if the event stands for several items. */
  readonly id: number | null
  readonly modelId: number | null
  readonly spaceId: number | null
  readonly languageId: number | null
  /** The tags of responses that may be stale, by the view of the key. */
  readonly tags: { readonly published: readonly string[]; readonly draft: readonly string[] }
}

/** A batch with more items has one event for all items with the same type, model, space and language. */
const maxSingleItems = 20

export interface EventBatch {
  readonly events: readonly LiveEvent[]
  /** The position in the change log before the batch. */
  readonly before: string
}

export function eventsOfBatch({ changes, before }: ChangeBatch): EventBatch {
  const events = changes.flatMap(eventsOfChange)
  if (changes.length <= maxSingleItems) return { events, before }
  const groups = [...Map.groupBy(events, groupOf).values()]
  return { events: groups.map((group) => joined(group)), before }
}

function groupOf(event: LiveEvent): string {
  const { type, isPublished, modelId, spaceId, languageId } = event
  return `${type} ${isPublished} ${modelId} ${spaceId} ${languageId}`
}

function joined(group: readonly LiveEvent[]): LiveEvent {
  const [first] = group as [LiveEvent]
  const tagsIn = (view: keyof LiveEvent['tags']): string[] => [
    ...new Set(group.flatMap(({ tags }) => tags[view])),
  ]
  const id = group.length === 1 ? first.id : null
  return { ...first, id, tags: { published: tagsIn('published'), draft: tagsIn('draft') } }
}

function eventsOfChange(change: Change): LiveEvent[] {
  switch (change.kind) {
    case 'item':
      return change.events.map((event) => itemEvent(change, event))
    case 'media':
      return change.events.map(({ type }) => ({
        ...plainEvent(change, type),
        id: change.subjectId,
      }))
    case 'release':
      // The events of its items have the tags.
      return change.events.map(({ type }) => plainEvent(change, type))
    case 'schema':
    case 'space':
      // The streams of a suspended root space end.
      if (change.action === suspendAction) return []
      return [plainEvent(change, change.action === 'restore' ? 'reset' : 'schema.changed')]
    default:
      return []
  }
}

function plainEvent(change: Change, type: LiveEvent['type']): LiveEvent {
  const tags = tagsOfChange(change)
  const { at, rootId, spaceId } = change
  const nothing = { id: null, modelId: null, languageId: null }
  return {
    type,
    at,
    rootId,
    spaceId,
    ...nothing,
    isPublished: true,
    tags: { published: tags, draft: tags },
  }
}

function itemEvent(change: Change, { type, languageId, isDraft }: LoggedEvent): LiveEvent {
  const { at, rootId, subjectId, modelId, spaceId, scopes } = change
  const published = scopes.filter((scope) => viewOfScope(scope) === 'published')
  return {
    type,
    at,
    rootId,
    // A deleted item that was archived before has changed for no reader.
    isPublished: !isDraft && published.includes(scopeOf(languageId, 'published')),
    id: subjectId,
    modelId,
    spaceId,
    languageId,
    tags: {
      published: tagsOfChange({ ...change, scopes: published }),
      draft: tagsOfChange(change),
    },
  }
}

/** For readers that may not list media: media of any id. */
export function withoutMedia(event: LiveEvent): LiveEvent {
  const tags = [tagOf.everyMedia(event.rootId)]
  return { ...event, id: null, spaceId: null, tags: { published: tags, draft: tags } }
}
