import type { EditableItem } from '@octavo/schema/admin/items.ts'
import type { Field, Model } from '@octavo/schema/definitions.ts'
import type { ByLanguage, Values } from '../draft/draft-state.ts'
import { isSame } from '../draft/same.ts'

/** A field whose draft differs from the published value. */
export interface FieldChange {
  language: string
  field: Field
  published: unknown
  draft: unknown
}

/** The changes that publishing would make, in page order. Skips languages that were never published. */
export function changesIn(
  item: EditableItem | null,
  values: ByLanguage<Values>,
  model: Model,
): FieldChange[] {
  return (item?.languages ?? []).flatMap(({ language, published }) => {
    if (!published) return []
    const drafts = values[language] ?? {}
    return model.fields
      .filter(({ luid }) => !isSame(published.fields[luid], drafts[luid]))
      .map((field) => ({
        language,
        field,
        published: published.fields[field.luid],
        draft: drafts[field.luid],
      }))
  })
}
