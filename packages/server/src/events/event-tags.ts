import { viewOfScope } from '@octavo/schema/schema.ts'
import { tagsOfChange } from '../changes/tags.ts'
import type { Change, LoggedEvent } from '../store/records.ts'

/**
 * The cache tags of the responses that a change makes stale, for the receivers of an event: tags of drafts
 * only with an event that only readers of drafts receive.
 */
export function tagsOfEvent(change: Change, { isDraft }: LoggedEvent): string[] {
  const view = isDraft ? 'draft' : 'published'
  const scopes = change.scopes.filter((scope) => viewOfScope(scope) === view)
  return tagsOfChange({ ...change, scopes })
}
