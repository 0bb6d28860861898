import { views } from '@octavo/schema/field-types.ts'
import { scopeOf, type Schema } from '@octavo/schema/schema.ts'
import type { Deed } from '../content/save.ts'
import type { NewChange } from '../store/records.ts'

/** A line for the log: a media item may be shown anywhere, in every language and view. */
export function mediaChange({ root }: Schema, mediaId: number, deed: Deed): NewChange {
  const scopes = root.languages.flatMap(({ id }) => views.map((view) => scopeOf(id, view)))
  return { rootId: root.id, kind: 'media', subjectId: mediaId, modelId: null, ...deed, scopes }
}
