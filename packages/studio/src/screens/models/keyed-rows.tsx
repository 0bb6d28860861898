/** A list of rows that can be moved, for entries without an identity of their own. */
import { useState, type ReactNode } from 'react'
import { Sortable } from '../../components/sortable.tsx'
import classes from './models.module.css'
import { newKey } from './work.ts'

interface KeyedRowsProps<Entry> {
  entries: readonly Entry[]
  labelOf: (entry: Entry) => string
  onChange: (entries: Entry[]) => void
  children: (entry: Entry, at: number, remove: () => void) => ReactNode
}

export function KeyedRows<Entry>({ entries, labelOf, onChange, children }: KeyedRowsProps<Entry>) {
  const [keys, setKeys] = useState(() => entries.map(newKey))
  if (keys.length < entries.length) {
    setKeys([...keys, ...entries.slice(keys.length).map(newKey)])
  }
  const rows = entries.map((entry, at) => ({ key: keys[at] ?? `${at}`, entry, at }))
  /** Keys move with their entries, so that inputs and the focus do, too. */
  const send = (next: typeof rows): void => {
    setKeys(next.map(({ key }) => key))
    onChange(next.map(({ entry }) => entry))
  }
  return (
    <Sortable
      className={classes.rows}
      items={rows}
      labelOf={({ entry }) => labelOf(entry)}
      onMove={send}
    >
      {({ key, entry, at }) =>
        children(entry, at, () => send(rows.filter((row) => row.key !== key)))
      }
    </Sortable>
  )
}
