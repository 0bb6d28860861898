import { startTransition, useCallback, useState } from 'react'

/** Which entries are open, by key. Entries start closed, which keeps long lists fast and easy to scan. */
export function useOpenEntries() {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
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
