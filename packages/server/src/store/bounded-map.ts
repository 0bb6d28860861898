/** A map that holds so much and no more: what was put in longest ago goes first. */
export interface BoundedMap<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
  /** Whether anything had to go already. */
  isFull(): boolean
}

export function boundedMap<Key, Value>(
  room: number,
  weightOf: (value: Value) => number = () => 1,
): BoundedMap<Key, Value> {
  const entries = new Map<Key, Value>()
  let weight = 0
  let isFull = false
  /** Goes on from the oldest; a new one each time would pass all that was taken out before it. */
  let oldest = entries.keys()

  function remove(key: Key): void {
    const value = entries.get(key)
    if (value !== undefined && entries.delete(key)) weight -= weightOf(value)
  }

  return {
    get: (key) => entries.get(key),
    isFull: () => isFull,
    set(key, value) {
      remove(key)
      entries.set(key, value)
      weight += weightOf(value)
      while (weight > room) {
        isFull = true
        const next = oldest.next()
        if (next.done) oldest = entries.keys()
        else remove(next.value)
      }
    },
  }
}
