/** A list of entries: collapse, move by pointer or keyboard, duplicate, remove. */
import { useCallback, useRef } from 'react'
import { DragList } from '../../components/drag-list.tsx'
import { moved } from '../../components/moved.ts'
import { showNotice } from '../../components/notice.tsx'
import { useText } from '../../i18n/text.tsx'
import { useEditing } from '../editing.ts'
import classes from '../fields.module.css'
import { EntryBox } from './entry-box.tsx'
import { inPlaceOf, keyOf, type Entry } from './entries.ts'
import type { EntryKind } from './entry-kind.ts'

interface EntryListProps {
  name: string
  entries: Entry[]
  onChange: (entries: Entry[]) => void
  path: string
  language: string
  /** The kind of an entry. */
  kindOf: (entry: Entry) => EntryKind | undefined
  /** Keys of the open entries. */
  open: ReadonlySet<string>
  onToggle: (key: string, isOpen: boolean) => void
}

export function EntryList(props: EntryListProps) {
  const { name, entries, onChange, path, language, kindOf, open, onToggle } = props
  const { isReadOnly } = useEditing()
  const t = useText()
  const latest = useRef({ entries, onChange })
  latest.current = { entries, onChange }
  const change = useCallback((key: string, next: Entry) => {
    const { entries: old, onChange: send } = latest.current
    send(old.map((entry) => (keyOf(entry) === key ? inPlaceOf(entry, next) : entry)))
  }, [])
  const remove = useCallback(
    (key: string) => {
      const { entries: old, onChange: send } = latest.current
      const at = old.findIndex((entry) => keyOf(entry) === key)
      const gone = old[at]
      if (!gone) return
      send(old.toSpliced(at, 1))
      showNotice({
        text: t('item.entryRemoved', { name }),
        // Applies to the entries at the time of the undo.
        undo: () => latest.current.onChange(latest.current.entries.toSpliced(at, 0, gone)),
      })
    },
    [t, name],
  )
  const duplicate = useCallback(
    (key: string) => {
      const { entries: old, onChange: send } = latest.current
      const at = old.findIndex((entry) => keyOf(entry) === key)
      const copy = structuredClone(old[at])
      if (!copy) return
      onToggle(keyOf(copy), true)
      send(old.toSpliced(at + 1, 0, copy))
    },
    [onToggle],
  )
  const keys = useSameKeys(entries.map(keyOf))
  return (
    <DragList keys={keys} onMove={(from, to) => onChange(moved(entries, from, to))}>
      <ol className={classes.entries}>
        {entries.map((entry, index) => {
          const key = keyOf(entry)
          return (
            <EntryBox
              key={key}
              id={key}
              name={name}
              index={index}
              entry={entry}
              kind={kindOf(entry)}
              path={`${path}[${index}]`}
              language={language}
              isOpen={open.has(key)}
              isReadOnly={isReadOnly}
              onToggle={onToggle}
              onChange={change}
              onRemove={remove}
              onDuplicate={duplicate}
            />
          )
        })}
      </ol>
    </DragList>
  )
}

/** Returns the same array while the keys are equal, so that typing does not rerender every entry. */
function useSameKeys(keys: string[]): string[] {
  const same = useRef(keys)
  const isSame =
    keys.length === same.current.length && keys.every((key, at) => key === same.current[at])
  if (!isSame) same.current = keys
  return same.current
}
