import { views } from '@octavo/schema/field-types.ts'
import { scopeOf, type Schema } from '@octavo/schema/schema.ts'
import type { AuditEntry } from '../content/save.ts'
import type { NewChange } from '../store/records.ts'

/** An entry for the change log. Any language and view may show a media item, so it names every scope. */
export function mediaChange({ root }: Schema, mediaId: number, entry: AuditEntry): NewChange {
  const scopes = root.languages.flatMap(({ id }) => views.map((view) => scopeOf(id, view)))
  return { rootId: root.id, kind: 'media', subjectId: mediaId, modelId: null, ...entry, scopes }
}
