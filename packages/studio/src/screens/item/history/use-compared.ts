import type { Labels } from '@octavo/schema/admin/contents.ts'
import type { EditableItem } from '@octavo/schema/admin/items.ts'
import type { RevisionContent } from '@octavo/schema/admin/revisions.ts'
import type { Field } from '@octavo/schema/definitions.ts'
import { useSession } from '../../../api/session.tsx'
import type { Values } from '../draft/draft-state.ts'
import type { DraftStore } from '../draft/draft-store.ts'
import { isSame } from '../draft/same.ts'
import { useDraft } from '../use-draft.ts'
import { useRevision } from './revisions-query.ts'

export interface Compared {
  fields: readonly Field[]
  before: Values
  after: Values
  labels: Labels
}

interface Chosen {
  store: DraftStore
  item: EditableItem
  language: string
  left: number
  /** Null for the current version. */
  right: number | null
}

/** The values of both sides, and the fields in which they differ. */
export function useCompared({ store, item, language, left, right }: Chosen) {
  const { schema } = useSession()
  const older = useRevision(item.id, left)
  const newer = useRevision(item.id, right)
  const values = useDraft(store, (state) => state.values[language])
  const labels = useDraft(store, (state) => state.labels)
  const after = right === null ? (values ?? {}) : newer.data?.fields
  const model = schema.modelByLuid.get(item.model)
  const sides =
    model && older.data && after
      ? {
          fields: ownFields(model.fields, language === schema.mainLanguage.key),
          before: older.data.fields,
          after,
          labels: allLabels([labels, newer.data, older.data]),
        }
      : undefined
  const changed = (sides?.fields ?? []).filter(
    ({ luid }) => !isSame(sides?.before[luid], sides?.after[luid]),
  )
  const others: RevisionContent['others'] = older.data?.others ?? []
  return { sides, changed, others, error: older.error ?? newer.error }
}

/** A translation has values of the translatable fields only. */
export function ownFields(fields: readonly Field[], isMain: boolean): Field[] {
  return fields.filter(({ translatable }) => isMain || translatable)
}

function allLabels(all: readonly (Labels | undefined)[]): Labels {
  return all.reduce<Labels>(
    ({ items, media }, more) => ({
      items: { ...items, ...more?.items },
      media: { ...media, ...more?.media },
    }),
    { items: {}, media: {} },
  )
}
