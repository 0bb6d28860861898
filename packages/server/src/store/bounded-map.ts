/** A map that holds so much and no more: what was put in longest ago goes first. */
export interface BoundedMap<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
}

export function boundedMap<Key, Value>(
  room: number,
  weightOf: (value: Value) => number = () => 1,
): BoundedMap<Key, Value> {
  const entries = new Map<Key, Value>()
  let weight = 0

  function remove(key: Key): void {
    const value = entries.get(key)
    if (value !== undefined && entries.delete(key)) weight -= weightOf(value)
  }

  return {
    get: (key) => entries.get(key),
    set(key, value) {
      remove(key)
      entries.set(key, value)
      weight += weightOf(value)
      for (const oldest of entries.keys()) {
        if (weight <= room) break
        remove(oldest)
      }
    },
  }
}
