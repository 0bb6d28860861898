import { views } from '@octavo/schema/field-types.ts'
import { scopeOf, type Schema } from '@octavo/schema/schema.ts'
import type { AuditEntry } from '../content/save.ts'
import { mediaEvents } from '../events/media-events.ts'
import { recordMediaEvents } from '../events/record.ts'
import type { MediaRecord } from '../store/records.ts'
import type { WriteTransaction } from '../store/store.ts'

export interface MediaChange {
  /** Undefined for a new media item. */
  readonly before: MediaRecord | undefined
  readonly after: MediaRecord
}

/** Adds changes to the change log. Any language and view may show a media item, so they name every scope. */
export async function logMediaChanges(
  tx: WriteTransaction,
  schema: Schema,
  changes: readonly MediaChange[],
  entry: AuditEntry,
): Promise<void> {
  const { root } = schema
  const scopes = root.languages.flatMap(({ id }) => views.map((view) => scopeOf(id, view)))
  const logged = await tx.changes.append(
    changes.map(({ before, after }) => ({
      rootId: root.id,
      kind: 'media',
      subjectId: after.id,
      modelId: null,
      ...entry,
      scopes,
      spaceId: after.spaceId,
      events: mediaEvents(before, after),
    })),
  )
  const recorded = changes.flatMap(({ after }, index) => {
    const change = logged[index]
    return change ? [{ change, media: after }] : []
  })
  await recordMediaEvents(tx, schema, recorded)
}
