/**
 * A map that finds its oldest entry in constant time. The first key of a plain `Map` is not enough: finding
 * it skips all deleted entries, and a stored iterator retains every internal table of the map since it last
 * advanced.
 */
export class AgedMap<Key, Value> {
  readonly #entries = new Map<Key, Aged<Key, Value>>()
  #oldest: Aged<Key, Value> | undefined
  #youngest: Aged<Key, Value> | undefined

  get size(): number {
    return this.#entries.size
  }

  get oldest(): { readonly key: Key; readonly value: Value } | undefined {
    return this.#oldest
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key)?.value
  }

  /** Like `get`, and makes the entry the youngest. */
  renew(key: Key): Value | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    if (entry !== this.#youngest) {
      this.#unlink(entry)
      this.#append(entry)
    }
    return entry.value
  }

  /** Adds or replaces an entry and makes it the youngest. */
  set(key: Key, value: Value): void {
    this.delete(key)
    const entry: Aged<Key, Value> = { key, value, older: undefined, younger: undefined }
    this.#entries.set(key, entry)
    this.#append(entry)
  }

  /** Returns the removed value. */
  delete(key: Key): Value | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.#entries.delete(key)
    this.#unlink(entry)
    return entry.value
  }

  clear(): void {
    this.#entries.clear()
    this.#oldest = this.#youngest = undefined
  }

  #append(entry: Aged<Key, Value>): void {
    entry.older = this.#youngest
    entry.younger = undefined
    if (this.#youngest) this.#youngest.younger = entry
    else this.#oldest = entry
    this.#youngest = entry
  }

  #unlink({ older, younger }: Aged<Key, Value>): void {
    if (older) older.younger = younger
    else this.#oldest = younger
    if (younger) younger.older = older
    else this.#youngest = older
  }
}

interface Aged<Key, Value> {
  readonly key: Key
  readonly value: Value
  older: Aged<Key, Value> | undefined
  younger: Aged<Key, Value> | undefined
}

/** A map of limited total weight that evicts the oldest values first. */
export interface BoundedMap<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
}

export function boundedMap<Key, Value>(
  capacity: number,
  weightOf: (value: Value) => number = () => 1,
): BoundedMap<Key, Value> {
  const entries = new AgedMap<Key, Value>()
  let weight = 0

  function remove(key: Key): void {
    const value = entries.delete(key)
    if (value !== undefined) weight -= weightOf(value)
  }

  return {
    get: (key) => entries.get(key),
    set(key, value) {
      remove(key)
      entries.set(key, value)
      weight += weightOf(value)
      while (weight > capacity && entries.oldest) remove(entries.oldest.key)
    },
  }
}
