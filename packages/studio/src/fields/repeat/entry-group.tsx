import type { FieldOf } from '@octavo/schema/definitions.ts'
import { useRef, type ReactNode } from 'react'
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

/** Where writing begins in the entry at the end. */
const firstOfLast = ':scope > ol > li:last-child :is(input, textarea, [contenteditable="true"])'

/** A list of entries under the name of its field, and the way to add one. */
export function EntryGroup(props: EntryGroupProps) {
  const { field, value, onChange, path, language, kindOf, adding } = props
  const { isReadOnly } = useEditing()
  const problem = useProblemAt(path)
  const entries = entriesIn(value)
  const box = useRef<HTMLFieldSetElement>(null)
  const add = (entry: Entry): void => {
    onChange([...entries, entry])
    // Once it is there, it is what somebody wants to write in.
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(firstOfLast)?.focus())
  }
  return (
    <fieldset ref={box} className={classes.group} id={elementId(path)} tabIndex={-1}>
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
      {!isReadOnly && adding(add)}
      {problem !== undefined && <p className={classes.error}>{problem}</p>}
    </fieldset>
  )
}

export function countSummary(value: unknown, _field: unknown, { t }: SummaryContext): string {
  const count = entriesIn(value).length
  return count === 0 ? '' : t('list.entries', { count })
}
