import type { EditableItem } from '@octavo/schema/admin/items.ts'
import type { Field, Model } from '@octavo/schema/definitions.ts'
import type { ByLanguage, Values } from '../draft/draft-state.ts'
import { isSame } from '../draft/same.ts'

/** A field whose draft is not what is published. */
export interface FieldChange {
  language: string
  field: Field
  published: unknown
  draft: unknown
}

/** What publishing would change, in the order of the page. Languages never published have nothing to compare. */
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
