import type { FieldOf } from '@octavo/schema/definitions.ts'
import type { ReactNode } from 'react'
import { elementId, useEditing, useProblemAt } from '../editing.ts'
import type { EditorProps, SummaryContext } from '../field-editor.ts'
import { FieldLabel } from '../field-label.tsx'
import classes from '../fields.module.css'
import { entriesIn, type Entry } from './entries.ts'
import type { EntryKind } from './entry-kind.ts'
import { EntryList } from './entry-list.tsx'

interface EntryGroupProps extends EditorProps<FieldOf<'repeat' | 'combination'>> {
  kindOf: (entry: Entry) => EntryKind | undefined
  /** How an entry is added. */
  adding: (add: (entry: Entry) => void) => ReactNode
}

/** A list of entries under the name of its field, and the way to add one. */
export function EntryGroup(props: EntryGroupProps) {
  const { field, value, onChange, path, language, kindOf, adding } = props
  const { isReadOnly } = useEditing()
  const problem = useProblemAt(path)
  const entries = entriesIn(value)
  return (
    <fieldset className={classes.group} id={elementId(path)} tabIndex={-1}>
      <legend className={classes.legend}>
        <FieldLabel field={field} />
      </legend>
      <EntryList
        name={field.name}
        entries={entries}
        onChange={onChange}
        path={path}
        language={language}
        kindOf={kindOf}
      />
      {!isReadOnly && adding((entry) => onChange([...entries, entry]))}
      {problem !== undefined && <p className={classes.error}>{problem}</p>}
    </fieldset>
  )
}

export function countSummary(value: unknown, _field: unknown, { t }: SummaryContext): string {
  const count = entriesIn(value).length
  return count === 0 ? '' : t('list.entries', { count })
}
