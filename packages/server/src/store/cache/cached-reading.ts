/**
 * The cache around `Reading`: values of the same versions come from the cache, and only missing ones from
 * the store.
 */
import { changeable } from '../../query/changeable.ts'
import type { MediaFilter } from '../../query/media-filter.ts'
import { nameOfSelection, type Facet, type Selection, type Visibility } from '../../query/tree.ts'
import type { View } from '@octavo/schema/field-types.ts'
import type {
  LinkShape,
  LinkTargets,
  DerivedForms,
  Entry,
  FacetResult,
  MediaTarget,
  Neighbours,
  Page,
  PageRequest,
  Reading,
  Side,
} from '../reading.ts'
import type { MediaRecord } from '../records.ts'
import type { Window } from '../studio-reads.ts'
import { boundedMap, type BoundedMap } from './aged-map.ts'
import { ListCache, type ListReader } from './cached-lists.ts'
import { ItemCache } from './item-cache.ts'
import type { VerifiedReads } from './verified-reads.ts'
import { sumOf, type Versions } from '../versions/versions.ts'

export interface ReadingCache {
  readonly lists: ListCache
  readonly items: ItemCache
  readonly media: BoundedMap<string, { version: number; target: MediaTarget | null }>
  /** The same with details, which need more memory. */
  readonly detailedMedia: BoundedMap<string, { version: number; target: MediaTarget | null }>
  readonly facets: BoundedMap<string, { version: number; results: FacetResult[] }>
  readonly newest: BoundedMap<string, { versions: Versions; documentId: number }>
}

const maxTargets = 50_000
/** About 1 KB each. */
const maxDetailedTargets = 10_000
const maxFacetBytes = 4 * 1024 * 1024

export function createReadingCache(): ReadingCache {
  return {
    lists: new ListCache(),
    items: new ItemCache(),
    media: boundedMap(maxTargets),
    detailedMedia: boundedMap(maxDetailedTargets),
    facets: boundedMap(maxFacetBytes, ({ results }) => 2 * JSON.stringify(results).length),
    newest: boundedMap(maxTargets),
  }
}

/** A class, because every request creates an instance. */
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

  async facets(
    selection: Selection,
    facets: readonly Facet[],
    dependsOn: readonly number[],
  ): Promise<FacetResult[]> {
    const name = `${JSON.stringify(facets)} ${nameOfSelection(selection)}`
    const version = sumOf(this.versions, dependsOn)
    const cached = this.#cache.facets.get(name)
    if (cached?.version === version) return cached.results
    const results = await this.reads.read(({ reading }) =>
      reading.facets(selection, facets, dependsOn),
    )
    this.#cache.facets.set(name, { version, results })
    return results
  }

  neighbours(selection: Selection, itemId: number, sides: readonly Side[]): Promise<Neighbours> {
    return this.reads.read(({ reading }) => reading.neighbours(selection, itemId, sides))
  }

  async entries(visibility: Visibility, ids: readonly number[]): Promise<Entry[]> {
    const found: Entry[] = []
    const missing: number[] = []
    for (const id of ids) {
      const item = this.#cache.items.find(visibility, id, this.versions)
      if (item?.place && item.entry) found.push(item.entry)
      else if (item?.place !== null) missing.push(id)
    }
    if (missing.length > 0) {
      const read = await this.reads.entries(everywhere(visibility), missing)
      this.cacheEntries(visibility, read, this.versions)
      found.push(...read)
      this.#cacheHidden(visibility, missing, new Set(read.map(({ itemId }) => itemId)))
    }
    const { spaceIds } = visibility
    const visible = spaceIds ? found.filter(({ spaceId }) => spaceIds.includes(spaceId)) : found
    return missing.length > 0 && ids.length > 1 ? inOrderOf(ids, visible) : visible
  }

  cacheEntries(visibility: Visibility, entries: readonly Entry[], versions: Versions): void {
    for (const entry of entries) {
      const version = versions.of(entry.modelId)
      // Documents have their own cache.
      const cached = entry.body === null ? entry : { ...entry, body: null }
      this.#cache.items.set(visibility, entry.itemId, { place: cached, entry: cached, version })
    }
  }

  #cacheHidden(
    visibility: Visibility,
    ids: readonly number[],
    visible: { has(id: number): boolean },
  ): void {
    for (const id of ids) {
      if (visible.has(id)) continue
      this.#cache.items.set(visibility, id, { place: null, versions: this.versions })
    }
  }

  async linkTargets(
    visibility: Visibility,
    itemIds: readonly number[],
    mediaIds: readonly number[],
    shape: LinkShape,
  ): Promise<LinkTargets> {
    const mediaVersion = this.versions.of(changeable.media)
    const cachedMedia = shape.hasMediaDetails ? this.#cache.detailedMedia : this.#cache.media
    const nameOfMedia = (id: number): string => `${shape.own} ${shape.main} ${id}`
    const found: LinkTargets = { visible: new Map(), media: new Map() }
    const missing = { items: [] as number[], media: [] as number[] }
    for (const id of itemIds) {
      const item = this.#cache.items.find(visibility, id, this.versions)
      if (item?.place) found.visible.set(id, item.place)
      else if (!item) missing.items.push(id)
    }
    for (const id of mediaIds) {
      const one = cachedMedia.get(nameOfMedia(id))
      if (one?.version !== mediaVersion) missing.media.push(id)
      else if (one.target) found.media.set(id, one.target)
    }
    if (missing.items.length + missing.media.length > 0) {
      const { items, media } = missing
      const read = await this.reads.read(({ reading }) =>
        reading.linkTargets(everywhere(visibility), items, media, shape),
      )
      for (const [id, place] of read.visible) {
        found.visible.set(id, place)
        const version = this.versions.of(place.modelId)
        this.#cache.items.set(visibility, id, { place, entry: null, version })
      }
      this.#cacheHidden(visibility, items, read.visible)
      for (const id of media) {
        const target = read.media.get(id) ?? null
        if (target) found.media.set(id, target)
        // Creating a preview changes no version.
        const isPending = target?.details !== undefined && target.details.preview === undefined
        if (!isPending) cachedMedia.set(nameOfMedia(id), { version: mediaVersion, target })
      }
    }
    const { spaceIds } = visibility
    for (const [id, { spaceId }] of spaceIds ? found.visible : []) {
      if (!spaceIds?.includes(spaceId)) found.visible.delete(id)
    }
    return found
  }

  async newestDocument(itemId: number, view: View): Promise<number> {
    const { newest } = this.#cache
    const name = `${view} ${itemId}`
    const cached = newest.get(name)
    if (cached?.versions === this.versions) return cached.documentId
    const documentId = await this.reads.read(({ reading }) => reading.newestDocument(itemId, view))
    newest.set(name, { versions: this.versions, documentId })
    return documentId
  }

  derivedForms(): Promise<DerivedForms> {
    return this.reads.read(({ reading }) => reading.derivedForms())
  }

  media(filter: MediaFilter, window: Window): Promise<{ media: MediaRecord[]; total: number }> {
    return this.reads.read(({ reading }) => reading.media(filter, window))
  }

  visibleMedia(ids: readonly number[]): Promise<MediaRecord[]> {
    return this.reads.read(({ reading }) => reading.visibleMedia(ids))
  }

  bodies(documentIds: readonly number[]): Promise<ReadonlyMap<number, Buffer>> {
    return this.reads.bodies(documentIds)
  }
}

/** Reads all spaces, so that a request with restricted spaces does not cache a partial result. */
function everywhere({ scopes }: Visibility): Visibility {
  return { scopes, spaceIds: null }
}

/** In the order of the request, independent of the cache: equal requests get equal responses. */
function inOrderOf(ids: readonly number[], entries: readonly Entry[]): Entry[] {
  const byId = new Map(entries.map((entry) => [entry.itemId, entry]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
