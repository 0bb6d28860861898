/** The events of a batch of changes, without the names and filters of a view. */
import type { EventType } from '@octavo/schema/events.ts'
import { scopeOf, viewOfScope } from '@octavo/schema/schema.ts'
import { suspendAction, tagOf, tagsOfChange } from '../changes/tags.ts'
import type { Change } from '../store/records.ts'
import { createPace } from '../scheduling/turns.ts'
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

function eventsOfBatch({ changes, before }: ChangeBatch): EventBatch {
  const events = changes.flatMap(eventsOfChange)
  if (changes.length <= maxSingleItems) return { events, before }
  const groups = [...Map.groupBy(events, groupOf).values()]
  // Groups of languages that changed together have the same tags.
  let tags = joinedTags([])
  return {
    events: groups.map((group, index) => {
      if (!haveSameTags(group, groups[index - 1])) tags = joinedTags(group)
      return joined(group, tags)
    }),
    before,
  }
}

/** Changes whose events are created in one turn of the event loop. */
const changesPerTurn = 250

export async function* eventBatches(batches: readonly ChangeBatch[]): AsyncGenerator<EventBatch> {
  const pace = createPace(changesPerTurn)
  for (const batch of batches) {
    yield eventsOfBatch(batch)
    await pace.after(batch.changes.length)
  }
}

function groupOf(event: LiveEvent): string {
  const { type, isPublished, modelId, spaceId, languageId } = event
  return `${type} ${isPublished} ${modelId} ${spaceId} ${languageId}`
}

function haveSameTags(group: readonly LiveEvent[], other: readonly LiveEvent[] = []): boolean {
  return (
    group.length === other.length && group.every(({ tags }, index) => tags === other[index]?.tags)
  )
}

function joinedTags(group: readonly LiveEvent[]): LiveEvent['tags'] {
  const tagsIn = (view: keyof LiveEvent['tags']): string[] => [
    ...new Set(group.flatMap(({ tags }) => tags[view])),
  ]
  return { published: tagsIn('published'), draft: tagsIn('draft') }
}

function joined(group: readonly LiveEvent[], tags: LiveEvent['tags']): LiveEvent {
  const [first] = group as [LiveEvent]
  return { ...first, id: group.length === 1 ? first.id : null, tags }
}

function eventsOfChange(change: Change): LiveEvent[] {
  switch (change.kind) {
    case 'item':
      return itemEvents(change)
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

function itemEvents(change: Change): LiveEvent[] {
  const { at, rootId, subjectId, modelId, spaceId, scopes } = change
  const published = scopes.filter((scope) => viewOfScope(scope) === 'published')
  const tags = {
    published: tagsOfChange({ ...change, scopes: published }),
    draft: tagsOfChange(change),
  }
  return change.events.map(({ type, languageId, isDraft }) => ({
    type,
    at,
    rootId,
    // A deleted item that was archived before has changed for no reader.
    isPublished: !isDraft && published.includes(scopeOf(languageId, 'published')),
    id: subjectId,
    modelId,
    spaceId,
    languageId,
    tags,
  }))
}

/** For readers that may not list media: media of any id. */
export function withoutMedia(event: LiveEvent): LiveEvent {
  const tags = [tagOf.everyMedia(event.rootId)]
  return { ...event, id: null, spaceId: null, tags: { published: tags, draft: tags } }
}
