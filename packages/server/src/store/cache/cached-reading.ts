/**
 * The cache around `Reading`: values that were read at the same versions are not read again, and only the
 * rest is read from the store.
 */
import type { Selection, Sight } from '../../query/tree.ts'
import type { View } from '@octavo/schema/field-types.ts'
import type {
  Ends,
  Entry,
  MediaEnd,
  Neighbours,
  Page,
  PageRequest,
  Reading,
  Side,
} from '../reading.ts'
import { boundedMap, type BoundedMap } from './aged-map.ts'
import { ListCache, type ListReader } from './cached-lists.ts'
import { ItemCache } from './item-cache.ts'
import type { VerifiedReads } from './verified-reads.ts'
import { changeable, type Versions } from '../versions/versions.ts'

export interface ReadingCache {
  readonly lists: ListCache
  readonly items: ItemCache
  readonly media: BoundedMap<string, { version: number; end: MediaEnd | null }>
  readonly newest: BoundedMap<string, { versions: Versions; documentId: number }>
}

const mostEnds = 50_000

export function createReadingCache(): ReadingCache {
  return {
    lists: new ListCache(),
    items: new ItemCache(),
    media: boundedMap(mostEnds),
    newest: boundedMap(mostEnds),
  }
}

/** A class because there is one for each request. */
export class CachedReading implements Reading, ListReader {
  readonly #cache: ReadingCache
  readonly reads: VerifiedReads
  readonly versions: Versions

  constructor(cache: ReadingCache, reads: VerifiedReads) {
    this.#cache = cache
    this.reads = reads
    this.versions = reads.assumed
  }

  page(selection: Selection, request: PageRequest): Promise<Page> {
    return this.#cache.lists.page(this, selection, request)
  }

  neighbours(selection: Selection, itemId: number, sides: readonly Side[]): Promise<Neighbours> {
    return this.reads.read(({ reading }) => reading.neighbours(selection, itemId, sides))
  }

  async entries(sight: Sight, ids: readonly number[]): Promise<Entry[]> {
    const found: Entry[] = []
    const missing: number[] = []
    for (const id of ids) {
      const item = this.#cache.items.find(sight, id, this.versions)
      if (item?.place && item.entry) found.push(item.entry)
      else if (item?.place !== null) missing.push(id)
    }
    if (missing.length > 0) {
      const read = await this.reads.entries(everywhere(sight), missing)
      this.keepEntries(sight, read)
      found.push(...read)
      this.#keepUnseen(sight, missing, new Set(read.map(({ itemId }) => itemId)))
    }
    const { spaceIds } = sight
    const seen = spaceIds ? found.filter(({ spaceId }) => spaceIds.includes(spaceId)) : found
    return missing.length > 0 && ids.length > 1 ? inOrderOf(ids, seen) : seen
  }

  keepEntries(sight: Sight, entries: readonly Entry[]): void {
    for (const entry of entries) {
      const version = this.versions.of(entry.modelId)
      // Documents have a cache of their own.
      const kept = entry.body === null ? entry : { ...entry, body: null }
      this.#cache.items.keep(sight, entry.itemId, { place: kept, entry: kept, version })
    }
  }

  #keepUnseen(sight: Sight, ids: readonly number[], seen: { has(id: number): boolean }): void {
    for (const id of ids) {
      if (seen.has(id)) continue
      this.#cache.items.keep(sight, id, { place: null, versions: this.versions })
    }
  }

  async ends(
    sight: Sight,
    itemIds: readonly number[],
    mediaIds: readonly number[],
    languages: { own: number; main: number },
  ): Promise<Ends> {
    const mediaVersion = this.versions.of(changeable.media)
    const nameOfMedia = (id: number): string => `${languages.own} ${languages.main} ${id}`
    const found: Ends = { visible: new Map(), media: new Map() }
    const missing = { items: [] as number[], media: [] as number[] }
    for (const id of itemIds) {
      const item = this.#cache.items.find(sight, id, this.versions)
      if (item?.place) found.visible.set(id, item.place)
      else if (!item) missing.items.push(id)
    }
    for (const id of mediaIds) {
      const one = this.#cache.media.get(nameOfMedia(id))
      if (one?.version !== mediaVersion) missing.media.push(id)
      else if (one.end) found.media.set(id, one.end)
    }
    if (missing.items.length + missing.media.length > 0) {
      const { items, media } = missing
      const read = await this.reads.read(({ reading }) =>
        reading.ends(everywhere(sight), items, media, languages),
      )
      for (const [id, place] of read.visible) {
        found.visible.set(id, place)
        const version = this.versions.of(place.modelId)
        this.#cache.items.keep(sight, id, { place, entry: null, version })
      }
      this.#keepUnseen(sight, items, read.visible)
      for (const id of media) {
        const end = read.media.get(id) ?? null
        this.#cache.media.set(nameOfMedia(id), { version: mediaVersion, end })
        if (end) found.media.set(id, end)
      }
    }
    const { spaceIds } = sight
    for (const [id, { spaceId }] of spaceIds ? found.visible : []) {
      if (!spaceIds?.includes(spaceId)) found.visible.delete(id)
    }
    return found
  }

  async newestDocument(itemId: number, view: View): Promise<number> {
    const { newest } = this.#cache
    const name = `${view} ${itemId}`
    const known = newest.get(name)
    if (known?.versions === this.versions) return known.documentId
    const documentId = await this.reads.read(({ reading }) => reading.newestDocument(itemId, view))
    newest.set(name, { versions: this.versions, documentId })
    return documentId
  }

  bodies(documentIds: readonly number[]): Promise<ReadonlyMap<number, Buffer>> {
    return this.reads.bodies(documentIds)
  }
}

/** In every space: a request that sees fewer of them must not leave that in the cache. */
function everywhere({ scopes }: Sight): Sight {
  return { scopes, spaceIds: null }
}

/** In the order of the request, whatever was cached: equal requests get equal responses. */
function inOrderOf(ids: readonly number[], entries: readonly Entry[]): Entry[] {
  const byId = new Map(entries.map((entry) => [entry.itemId, entry]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
