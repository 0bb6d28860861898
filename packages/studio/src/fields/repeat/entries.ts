/** Entries have no ids, so each gets a key that stays through edits and moves, for React and dragging. */
const keys = new WeakMap<object, string>()
let last = 0

export type Entry = Record<string, unknown>

export function keyOf(entry: Entry): string {
  let key = keys.get(entry)
  if (key === undefined) {
    last += 1
    key = `entry-${last}`
    keys.set(entry, key)
  }
  return key
}

/** Replaces an entry and keeps its key. */
export function inPlaceOf(old: Entry, next: Entry): Entry {
  keys.set(next, keyOf(old))
  return next
}

export function entriesIn(value: unknown): Entry[] {
  return Array.isArray(value) ? (value as Entry[]) : []
}
