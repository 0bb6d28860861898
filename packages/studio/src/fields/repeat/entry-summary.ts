import { use } from 'react'
import { useText } from '../../i18n/text.tsx'
import { useEditing } from '../editing.ts'
import { FieldEditorsContext, type AnyFieldEditor } from '../field-editor.ts'
import type { Entry } from './entries.ts'
import type { EntryKind } from './entry-kind.ts'

/** The first two values of an entry, as text. */
export function useEntrySummary(entry: Entry, kind: EntryKind | undefined): string {
  const t = useText()
  const { labels } = useEditing()
  const editors = use(FieldEditorsContext)
  if (!kind || !editors) return ''
  const values = kind.values(entry)
  return kind.fields
    .map((field) =>
      (editors[field.type] as AnyFieldEditor).summary(values[field.luid], field, { labels, t }),
    )
    .filter((text) => text !== '')
    .slice(0, 2)
    .join(' · ')
}
