import type { MediaLabel } from '@octavo/schema/admin/contents.ts'
import { use } from 'react'
import { useText } from '../../i18n/text.tsx'
import { useNotes } from '../editing.ts'
import { FieldEditorsContext, type AnyFieldEditor } from '../field-editor.ts'
import type { Entry } from './entries.ts'
import type { EntryKind } from './entry-kind.ts'

interface EntrySummary {
  /** The first value as text. */
  title: string
  /** The second one. */
  detail: string
  picture: MediaLabel | undefined
}

/** A file name is shown only if nothing else describes the entry. */
export function useEntrySummary(entry: Entry, kind: EntryKind | undefined): EntrySummary {
  const t = useText()
  const labels = useNotes((notes) => notes.labels)
  const editors = use(FieldEditorsContext)
  if (!kind || !editors) return { title: '', detail: '', picture: undefined }
  const values = kind.values(entry)
  const facts = kind.fields.map((field) => {
    const { summary, picture } = editors[field.type] as AnyFieldEditor
    const value = values[field.luid]
    return { text: summary(value, field, { labels, t }), picture: picture?.(value, labels) }
  })
  const pictured = facts.find(({ picture }) => picture !== undefined)
  const texts = facts.flatMap((fact) => (fact.text === '' || fact.picture ? [] : [fact.text]))
  const [title = pictured?.text ?? '', detail = ''] = texts
  return { title, detail, picture: pictured?.picture }
}
