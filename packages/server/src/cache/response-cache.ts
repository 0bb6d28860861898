/** Responses by name in bounded memory, each with the tags of everything that it depends on. */
import { AgedMap } from '../store/cache/aged-map.ts'

export interface CacheEntry {
  readonly tags: readonly string[]
  /** Size in memory, including tags. */
  readonly bytes: number
  /** The entry is not returned from this time on. */
  readonly expiresAt: number
}

export interface ResponseCache<Entry extends CacheEntry> {
  find(name: string, now: number): Entry | undefined
  /** Called before a response is computed, because later changes may be missing from it. */
  begin(): Computation<Entry>
  /** Adds the growth of a cached response to the accounted memory. */
  grow(name: string, entry: Entry, bytes: number): void
  purge(tags: readonly string[]): void
  clear(): void
  readonly size: number
  readonly bytes: number
}

export interface Computation<Entry extends CacheEntry> {
  /** Returns false, and does not store the response, if a change may be missing from it. */
  keep(name: string, entry: Entry): boolean
  end(): void
}

export function createResponseCache<Entry extends CacheEntry>(
  maxBytes: number,
): ResponseCache<Entry> {
  /** In order of use; the least recently used entry is the oldest. */
  const entries = new AgedMap<string, { entry: Entry; bytes: number }>()
  const namesByTag = new Map<string, Set<string>>()
  /** Purges since the start of each running computation; null for a purge of everything. */
  const computations = new Set<(readonly string[] | null)[]>()
  let bytes = 0

  function remove(name: string): void {
    const stored = entries.delete(name)
    if (!stored) return
    bytes -= stored.bytes
    for (const tag of stored.entry.tags) {
      const names = namesByTag.get(tag)
      if (names?.delete(name) && names.size === 0) namesByTag.delete(tag)
    }
  }

  function evict(): void {
    while (bytes > maxBytes && entries.oldest) remove(entries.oldest.key)
  }

  function add(name: string, entry: Entry): void {
    remove(name)
    // An entry that would evict a large part of the others is not worth caching.
    if (entry.bytes > maxBytes / 8) return
    entries.set(name, { entry, bytes: entry.bytes })
    bytes += entry.bytes
    for (const tag of entry.tags) {
      const names = namesByTag.get(tag)
      if (names) names.add(name)
      else namesByTag.set(tag, new Set([name]))
    }
    evict()
  }

  return {
    find(name, now) {
      const stored = entries.renew(name)
      if (!stored) return undefined
      if (stored.entry.expiresAt <= now) {
        remove(name)
        return undefined
      }
      return stored.entry
    },
    begin() {
      const purges: (readonly string[] | null)[] = []
      computations.add(purges)
      return {
        keep(name, entry) {
          if (purges.length > 0 && isTouched(entry.tags, purges)) return false
          add(name, entry)
          return true
        },
        end: () => void computations.delete(purges),
      }
    },
    grow(name, entry, by) {
      const stored = entries.get(name)
      if (stored?.entry !== entry) return
      stored.bytes += by
      bytes += by
      evict()
    },
    purge(tags) {
      if (tags.length === 0) return
      for (const purges of computations) purges.push(tags)
      for (const tag of tags) for (const name of namesByTag.get(tag) ?? []) remove(name)
    },
    clear() {
      for (const purges of computations) purges.push(null)
      entries.clear()
      namesByTag.clear()
      bytes = 0
    },
    get size() {
      return entries.size
    },
    get bytes() {
      return bytes
    },
  }
}

function isTouched(
  tags: readonly string[],
  purges: readonly (readonly string[] | null)[],
): boolean {
  const own = new Set(tags)
  return purges.some((purged) => purged === null || purged.some((tag) => own.has(tag)))
}
