/** The meaning of a change of a media item for readers. */
import type { MediaEventType } from '@octavo/schema/events.ts'
import type { LoggedEvent, MediaRecord } from '../store/records.ts'

/** Archived media and media in the trash are not served, so they do not exist for readers. */
export function mediaEvents(before: MediaRecord | undefined, after: MediaRecord): LoggedEvent[] {
  const type = eventType(isServed(before), isServed(after))
  return type ? [{ type, languageId: 0, isDraft: false }] : []
}

function eventType(wasServed: boolean, isServedNow: boolean): MediaEventType | undefined {
  if (wasServed) return isServedNow ? 'media.updated' : 'media.deleted'
  return isServedNow ? 'media.created' : undefined
}

function isServed(media: MediaRecord | undefined): boolean {
  return media !== undefined && media.archivedAt === null && media.deletedAt === null
}
