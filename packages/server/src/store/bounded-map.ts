import { AgedMap } from '../aged-map.ts'

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
  const entries = new AgedMap<Key, Value>()
  let weight = 0
  let isFull = false

  function remove(key: Key): void {
    const value = entries.delete(key)
    if (value !== undefined) weight -= weightOf(value)
  }

  return {
    get: (key) => entries.get(key),
    isFull: () => isFull,
    set(key, value) {
      remove(key)
      entries.set(key, value)
      weight += weightOf(value)
      while (weight > room && entries.oldest) {
        isFull = true
        remove(entries.oldest.key)
      }
    },
  }
}
