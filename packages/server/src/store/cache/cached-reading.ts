/**
 * The cache around `Reading`: values that were read at the same versions are not read again, and only the
 * rest is read from the store.
 */
import { nameOfSelection, type Selection, type Sight } from '../../query/tree.ts'
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
import { ItemCache } from './item-cache.ts'
import { isUpToDate, listOf, packed, renewList, type Ids, type KnownList } from './known-list.ts'
import type { VerifiedReads } from './verified-reads.ts'
import { changeable, sumOf, type Versions } from '../versions/versions.ts'

export interface ReadingCache {
  /** Ids of the items on a page. */
  readonly pages: BoundedMap<string, { version: number; total: number; ids: Ids }>
  /** Whole lists, of which every page is a slice. */
  readonly lists: BoundedMap<string, KnownList>
  readonly items: ItemCache
  readonly media: BoundedMap<string, { version: number; end: MediaEnd | null }>
  readonly newest: BoundedMap<string, { versions: Versions; documentId: number }>
}

const mostPagedBytes = 4 * 1024 * 1024
const mostListBytes = 48 * 1024 * 1024
/** What a list or page takes besides its ids. */
const listBytes = 300
const mostEnds = 50_000

export function createReadingCache(): ReadingCache {
  const bytesOf = (ids: Ids): number => ids.byteLength + listBytes
  return {
    pages: boundedMap(mostPagedBytes, ({ ids }) => bytesOf(ids)),
    lists: boundedMap(mostListBytes, ({ ids }) => bytesOf(ids)),
    items: new ItemCache(),
    media: boundedMap(mostEnds),
    newest: boundedMap(mostEnds),
  }
}

/** A class because there is one for each request. */
export class CachedReading implements Reading {
  readonly #cache: ReadingCache
  readonly #reads: VerifiedReads
  readonly #versions: Versions

  constructor(cache: ReadingCache, reads: VerifiedReads) {
    this.#cache = cache
    this.#reads = reads
    this.#versions = reads.assumed
  }

  async page(selection: Selection, request: PageRequest): Promise<Page> {
    const { limit, offset } = request
    const { lists, pages } = this.#cache
    const nameOfList = nameOfSelection(selection)
    const before = lists.get(nameOfList)
    const isCurrent = before === undefined || isUpToDate(before, selection, this.#versions)
    const list = isCurrent ? before : await this.#renewed(nameOfList, before, selection)
    if (list) {
      return this.#pageOf(selection, list.ids.length, list.ids.subarray(offset, offset + limit))
    }
    const name = `${limit} ${offset} ${nameOfList}`
    const version = sumOf(this.#versions, selection.dependsOn)
    const known = pages.get(name)
    if (known?.version === version) return this.#pageOf(selection, known.total, known.ids)
    const page = await this.#reads.read(({ reading }) => reading.page(selection, request), {
      reportsVersions: true,
    })
    const { ids, entries, total, cost } = page
    this.#keepEntries(selection.sight, entries)
    if (ids) lists.set(nameOfList, listOf(selection, { ids, cost }, this.#versions))
    else pages.set(name, { version, total, ids: packed(entries.map(({ itemId }) => itemId)) })
    return page
  }

  async #pageOf({ sight }: Selection, total: number, ids: Ids): Promise<Page> {
    return { total, cost: 0, entries: await this.entries(sight, Array.from(ids)) }
  }

  /** A cached list with the items that changed since in their places; undefined where it must be read. */
  async #renewed(
    name: string,
    list: KnownList,
    selection: Selection,
  ): Promise<KnownList | undefined> {
    const reading = {
      page: (narrowed: Selection, request: PageRequest) =>
        this.#reads.read((tx) => tx.reading.page(narrowed, request), { reportsVersions: true }),
      neighbours: (whole: Selection, itemId: number, sides: readonly Side[]) =>
        this.neighbours(whole, itemId, sides),
    }
    const renewed = await renewList(list, selection, this.#versions, reading, (entry) =>
      this.#keepEntries(selection.sight, [entry]),
    )
    if (renewed) this.#cache.lists.set(name, renewed)
    return renewed
  }

  neighbours(selection: Selection, itemId: number, sides: readonly Side[]): Promise<Neighbours> {
    return this.#reads.read(({ reading }) => reading.neighbours(selection, itemId, sides))
  }

  async entries(sight: Sight, ids: readonly number[]): Promise<Entry[]> {
    const found: Entry[] = []
    const missing: number[] = []
    for (const id of ids) {
      const item = this.#cache.items.find(sight, id, this.#versions)
      if (item?.place && item.entry) found.push(item.entry)
      else if (item?.place !== null) missing.push(id)
    }
    if (missing.length > 0) {
      const read = await this.#reads.entries(everywhere(sight), missing)
      this.#keepEntries(sight, read)
      found.push(...read)
      this.#keepUnseen(sight, missing, new Set(read.map(({ itemId }) => itemId)))
    }
    const { spaceIds } = sight
    const seen = spaceIds ? found.filter(({ spaceId }) => spaceIds.includes(spaceId)) : found
    return missing.length > 0 && ids.length > 1 ? inOrderOf(ids, seen) : seen
  }

  #keepEntries(sight: Sight, entries: readonly Entry[]): void {
    for (const entry of entries) {
      const version = this.#versions.of(entry.modelId)
      // Documents have a cache of their own.
      const kept = entry.body === null ? entry : { ...entry, body: null }
      this.#cache.items.keep(sight, entry.itemId, { place: kept, entry: kept, version })
    }
  }

  #keepUnseen(sight: Sight, ids: readonly number[], seen: { has(id: number): boolean }): void {
    for (const id of ids) {
      if (seen.has(id)) continue
      this.#cache.items.keep(sight, id, { place: null, versions: this.#versions })
    }
  }

  async ends(
    sight: Sight,
    itemIds: readonly number[],
    mediaIds: readonly number[],
    languages: { own: number; main: number },
  ): Promise<Ends> {
    const mediaVersion = this.#versions.of(changeable.media)
    const nameOfMedia = (id: number): string => `${languages.own} ${languages.main} ${id}`
    const found: Ends = { visible: new Map(), media: new Map() }
    const missing = { items: [] as number[], media: [] as number[] }
    for (const id of itemIds) {
      const item = this.#cache.items.find(sight, id, this.#versions)
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
      const read = await this.#reads.read(({ reading }) =>
        reading.ends(everywhere(sight), items, media, languages),
      )
      for (const [id, place] of read.visible) {
        found.visible.set(id, place)
        const version = this.#versions.of(place.modelId)
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
    if (known?.versions === this.#versions) return known.documentId
    const documentId = await this.#reads.read(({ reading }) => reading.newestDocument(itemId, view))
    newest.set(name, { versions: this.#versions, documentId })
    return documentId
  }

  bodies(documentIds: readonly number[]): Promise<ReadonlyMap<number, Buffer>> {
    return this.#reads.bodies(documentIds)
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
