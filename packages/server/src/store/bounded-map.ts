/** A map that holds so much and no more: what was put in longest ago goes first. */
export interface BoundedMap<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

export function boundedMap<Value>(
  room: number,
  weightOf: (value: Value) => number = () => 1,
): BoundedMap<Value> {
  const entries = new Map<string, Value>()
  let weight = 0

  function remove(key: string): void {
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
