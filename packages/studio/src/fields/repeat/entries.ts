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

/** Gives entries that the server has replaced the keys of those that were in their places. */
export function inheritKeys(old: readonly Entry[], next: readonly Entry[]): void {
  const taken = new Set(next.map((entry) => keys.get(entry)))
  for (const [at, entry] of next.entries()) {
    const before = old[at]
    if (!before || keys.has(entry) || taken.has(keyOf(before))) continue
    keys.set(entry, keyOf(before))
  }
}

export function entriesIn(value: unknown): Entry[] {
  return Array.isArray(value) ? (value as Entry[]) : []
}
