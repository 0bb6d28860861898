import type { FieldOf } from '@octavo/schema/definitions.ts'
import { useMemo, useRef, type ReactNode } from 'react'
import { useText } from '../../i18n/text.tsx'
import { elementId, useEditing, useProblemAt } from '../editing.ts'
import type { EditorProps, SummaryContext } from '../field-editor.ts'
import { FieldLabel } from '../field-label.tsx'
import classes from '../fields.module.css'
import { entriesIn, inheritKeys, keyOf, type Entry } from './entries.ts'
import type { EntryKind } from './entry-kind.ts'
import { EntryList } from './entry-list.tsx'
import { useOpenEntries } from './use-open-entries.ts'

interface EntryGroupProps extends EditorProps<FieldOf<'repeat' | 'combination'>> {
  kindOf: (entry: Entry) => EntryKind | undefined
  /** Renders the control that adds an entry. */
  adding: (add: (entry: Entry) => void) => ReactNode
}

/** Selects the first input of the last entry. */
const firstOfLast = ':scope > ol > li:last-child :is(input, textarea, [contenteditable="true"])'

/** A list of entries with the name of its field and a control to add one. */
export function EntryGroup(props: EntryGroupProps) {
  const { field, value, onChange, path, language, kindOf, adding } = props
  const { isReadOnly } = useEditing()
  const problem = useProblemAt(path)
  const entries = useMemo(() => entriesIn(value), [value])
  const shown = useRef(entries)
  inheritKeys(shown.current, entries)
  shown.current = entries
  const { open, toggle, toggleAll } = useOpenEntries(path, entries)
  const box = useRef<HTMLFieldSetElement>(null)
  const add = (entry: Entry): void => {
    toggle(keyOf(entry), true)
    onChange([...entries, entry])
    // Focus the new entry as soon as it is rendered.
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(firstOfLast)?.focus())
  }
  return (
    <fieldset ref={box} className={classes.group} id={elementId(path)} tabIndex={-1}>
      <legend className={classes.legend}>
        <FieldLabel field={field} />
      </legend>
      {entries.length > 1 && (
        <ToggleAll name={field.name} keys={entries.map(keyOf)} open={open} onToggle={toggleAll} />
      )}
      <EntryList
        name={field.name}
        entries={entries}
        onChange={onChange}
        path={path}
        language={language}
        kindOf={kindOf}
        open={open}
        onToggle={toggle}
      />
      {!isReadOnly && adding(add)}
      {problem !== undefined && <p className={classes.error}>{problem}</p>}
    </fieldset>
  )
}

interface ToggleAllProps {
  name: string
  keys: string[]
  open: ReadonlySet<string>
  onToggle: (keys: readonly string[], isOpen: boolean) => void
}

function ToggleAll({ name, keys, open, onToggle }: ToggleAllProps) {
  const t = useText()
  const isAnyClosed = keys.some((key) => !open.has(key))
  return (
    <button type="button" className={classes.toggleAll} onClick={() => onToggle(keys, isAnyClosed)}>
      {t(isAnyClosed ? 'item.expandAll' : 'item.collapseAll')}
      <span className="visually-hidden"> ({name})</span>
    </button>
  )
}

export function countSummary(value: unknown, _field: unknown, { t }: SummaryContext): string {
  const count = entriesIn(value).length
  return count === 0 ? '' : t('list.entries', { count })
}
