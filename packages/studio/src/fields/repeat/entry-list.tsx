/** A list of entries: collapse, move by pointer or keyboard, duplicate, remove. */
import {
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { useCallback, useRef, useState } from 'react'
import { useDragTexts } from '../../components/drag-texts.ts'
import { showNotice } from '../../components/notice.tsx'
import { useText } from '../../i18n/text.tsx'
import { useEditing } from '../editing.ts'
import classes from '../fields.module.css'
import { EntryBox } from './entry-box.tsx'
import { inPlaceOf, keyOf, moved, type Entry } from './entries.ts'
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

/** A constant, because a new object at every render would rerender all draggable entries. */
const byPointer = { activationConstraint: { distance: 4 } }
const byKeyboard = { coordinateGetter: sortableKeyboardCoordinates }

/** Longer lists start collapsed, which keeps them fast and easy to scan. */
const openAtMost = 6

export function EntryList({ name, entries, onChange, path, language, kindOf }: EntryListProps) {
  const { isReadOnly } = useEditing()
  const drag = useDragTexts()
  const t = useText()
  const [startKeys] = useState(() => new Set(entries.map(keyOf)))
  const [isOpenByKey, setIsOpenByKey] = useState<Record<string, boolean>>({})
  const sensors = useSensors(
    useSensor(PointerSensor, byPointer),
    useSensor(KeyboardSensor, byKeyboard),
  )
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
  const drop = ({ active, over }: DragEndEvent): void => {
    const [from, to] = [active, over].map((place) => keys.indexOf(String(place?.id)))
    if (from === undefined || to === undefined) return
    if (from >= 0 && to >= 0 && from !== to) onChange(moved(entries, from, to))
  }
  const keys = useSameKeys(entries.map(keyOf))
  const isLong = startKeys.size > openAtMost
  return (
    <DndContext sensors={sensors} onDragEnd={drop} accessibility={drag}>
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
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
      </SortableContext>
    </DndContext>
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
