/** A list of entries: collapse, move by pointer or keyboard, duplicate, remove. */
import { useCallback, useRef, useState } from 'react'
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
}

/** Longer lists start collapsed, which keeps them fast and easy to scan. */
const openAtMost = 6

export function EntryList({ name, entries, onChange, path, language, kindOf }: EntryListProps) {
  const { isReadOnly } = useEditing()
  const t = useText()
  const [startKeys] = useState(() => new Set(entries.map(keyOf)))
  const [isOpenByKey, setIsOpenByKey] = useState<Record<string, boolean>>({})
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
  const duplicate = useCallback((key: string) => {
    const { entries: old, onChange: send } = latest.current
    send(old.flatMap((entry) => (keyOf(entry) === key ? [entry, structuredClone(entry)] : [entry])))
  }, [])
  const toggle = useCallback((key: string, isOpen: boolean) => {
    setIsOpenByKey((old) => ({ ...old, [key]: isOpen }))
  }, [])
  const keys = useSameKeys(entries.map(keyOf))
  const isLong = startKeys.size > openAtMost
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
              isOpen={isOpenByKey[key] ?? !(isLong && startKeys.has(key))}
              isReadOnly={isReadOnly}
              onToggle={toggle}
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
