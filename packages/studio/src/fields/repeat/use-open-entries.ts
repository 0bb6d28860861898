import { startTransition, useCallback, useEffect, useState } from 'react'
import { useEditing } from '../editing.ts'
import { keyOf, type Entry } from './entries.ts'

/**
 * Which entries are open, by key. Entries start closed, which keeps long lists fast and easy to scan, unless
 * they were open when the list was last on the page.
 */
export function useOpenEntries(path: string, entries: readonly Entry[]) {
  const { openEntries } = useEditing()
  const [open, setOpen] = useState<ReadonlySet<string>>(() => {
    const positions = openEntries?.get(path)
    return new Set(entries.filter((_, at) => positions?.has(at)).map(keyOf))
  })
  useEffect(() => {
    const positions = entries.flatMap((entry, at) => (open.has(keyOf(entry)) ? [at] : []))
    if (positions.length === 0) openEntries?.delete(path)
    else openEntries?.set(path, new Set(positions))
  }, [openEntries, path, entries, open])
  const toggle = useCallback((key: string, isOpen: boolean) => {
    setOpen((old) => (old.has(key) === isOpen ? old : withKeys(old, [key], isOpen)))
  }, [])
  const toggleAll = useCallback((keys: readonly string[], isOpen: boolean) => {
    // Rendering hundreds of open entries must not block typing.
    startTransition(() => setOpen((old) => withKeys(old, keys, isOpen)))
  }, [])
  return { open, toggle, toggleAll }
}

function withKeys(
  old: ReadonlySet<string>,
  keys: readonly string[],
  isOpen: boolean,
): ReadonlySet<string> {
  const next = new Set(old)
  for (const key of keys) {
    if (isOpen) next.add(key)
    else next.delete(key)
  }
  return next
}
