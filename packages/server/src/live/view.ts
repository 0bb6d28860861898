/** What a stream shows: depends on the permissions of the key and the filters of the request. */
import type { Schema } from '@octavo/schema/schema.ts'
import { formatTime } from '@octavo/schema/times.ts'
import type { KeyRecord } from '../store/records.ts'
import { everythingTag } from '../changes/tags.ts'
import { writeEventId } from './event-id.ts'
import { withoutMedia, type EventBatch, type LiveEvent } from './events.ts'

export interface StreamView {
  readonly rootId: number
  readonly reads: KeyRecord['reads']
  /** Whether it may list media. */
  readonly listsMedia: boolean
  /** Null for all. A filter applies to events that have the property. */
  readonly spaceIds: readonly number[] | null
  readonly modelIds: readonly number[] | null
  readonly languageIds: readonly number[] | null
}

/** Streams with the same name receive the same bytes. */
export function nameOfView(view: StreamView): string {
  const { rootId, reads, listsMedia, spaceIds, modelIds, languageIds } = view
  return JSON.stringify([
    rootId,
    reads,
    listsMedia,
    ...[spaceIds, modelIds, languageIds].map(sorted),
  ])
}

function sorted(ids: readonly number[] | null): number[] | null {
  return ids && ids.toSorted((a, b) => a - b)
}

function eventIn(view: StreamView, event: LiveEvent): LiveEvent | undefined {
  // A restored backup replaces all root spaces.
  if (event.type === 'reset') return event
  if (event.rootId !== view.rootId) return undefined
  if (event.type.startsWith('media.')) return mediaEventIn(view, event)
  if (view.reads === 'published' && !event.isPublished) return undefined
  const isShown =
    allows(view.spaceIds, event.spaceId) &&
    allows(view.modelIds, event.modelId) &&
    allows(view.languageIds, event.languageId)
  return isShown ? event : undefined
}

/** Responses may show media of any space, but only some keys may learn of media that no response shows. */
function mediaEventIn(view: StreamView, event: LiveEvent): LiveEvent | undefined {
  if (view.listsMedia && allows(view.spaceIds, event.spaceId)) return event
  // No response depends on a media item that did not exist.
  return event.type === 'media.created' ? undefined : withoutMedia(event)
}

function allows(ids: readonly number[] | null, id: number | null): boolean {
  return ids === null || id === null || ids.includes(id)
}

/** The text of the batch for streams of a view; empty if it shows none of the events. */
export function textOfBatch(
  view: StreamView,
  { before, events }: EventBatch,
  schema: Schema,
  /** Events that the reader has received already. */
  sent = 0,
): string {
  let text = ''
  for (const [index, event] of events.entries()) {
    const shown = index < sent ? undefined : eventIn(view, event)
    if (!shown) continue
    // Counts all events of the batch, because the next request may have other filters.
    const id = { position: before, sent: index + 1, at: event.at }
    text += eventText(event.type, writeEventId(id), dataOf(shown, view, schema))
  }
  return text
}

function dataOf(event: LiveEvent, { reads }: StreamView, schema: Schema): object {
  const { type, at, id, modelId, spaceId, languageId, tags } = event
  const model = modelId === null ? undefined : schema.modelById.get(modelId)
  const space = spaceId === null ? undefined : schema.spaceById.get(spaceId)
  const language = languageId === null ? undefined : schema.languageById.get(languageId)
  const data = {
    id,
    model: model?.luid ?? null,
    space: space?.luid ?? null,
    lang: language?.key ?? null,
    tags: tags[reads],
  }
  return { type, timestamp: formatTime(at), data }
}

/** The client must read everything again, because changes before this position are unknown. */
export function resetText(position: string, at: number): string {
  const nothing = { id: null, model: null, space: null, lang: null, tags: [everythingTag] }
  const data = { type: 'reset', timestamp: formatTime(at), data: nothing }
  return eventText('reset', writeEventId({ position, sent: 0, at }), data)
}

export function eventText(type: string, id: string | undefined, data: object): string {
  const idLine = id === undefined ? '' : `id: ${id}\n`
  return `event: ${type}\n${idLine}data: ${JSON.stringify(data)}\n\n`
}

/** Moves the position of a client forward without an event. */
export function positionText(position: string, at: number): string {
  return `id: ${writeEventId({ position, sent: 0, at })}\n\n`
}
