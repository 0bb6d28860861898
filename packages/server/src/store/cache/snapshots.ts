/**
 * One version of the store for one request: content, keys and schemas, from the cache if they are valid for
 * this version, otherwise from the store. The version is from a moment after the request arrived: a revoked
 * key is rejected at once, and confirmed writes are visible.
 */
import type { Schema } from '@octavo/schema/schema.ts'
import type { View } from '@octavo/schema/field-types.ts'
import { changeable } from '../../query/changeable.ts'
import type { MediaFilter } from '../../query/media-filter.ts'
import type { Facet, Selection, Visibility } from '../../query/tree.ts'
import type { Reader } from '../reader.ts'
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
  Place,
  Side,
  Snapshot,
} from '../reading.ts'
import type { KeyRecord, MediaRecord } from '../records.ts'
import type { ReadTransaction, Store, Versions } from '../store.ts'
import type { Window } from '../studio-reads.ts'
import { sumOf } from '../versions/versions.ts'
import { boundedMap, type BoundedMap } from './aged-map.ts'
import { ListCache, nameOfSelection, type ListReader } from './cached-lists.ts'
import { cachedSchemas, type Schemas } from './schemas.ts'
import { createVerifiedReads, type VerifiedReads } from './verified-reads.ts'

export interface Snapshots {
  /** Reads may be repeated, so `work` must have no side effects. */
  read<T>(work: (snapshot: Snapshot) => Promise<T>, reader?: Reader): Promise<T>
}

export function createSnapshots(store: Store, schemas: Schemas = cachedSchemas()): Snapshots {
  const cache = createCache(schemas)
  const readVerified = createVerifiedReads(store)
  return {
    read: (work, reader) => readVerified((reads) => work(new CachedSnapshot(cache, reads)), reader),
  }
}

/** A value, and what decides whether it is still valid: the version of what it depends on, or all versions. */
interface Cached<Value> {
  readonly at: number | Versions
  readonly value: Value
}

type Cache<Key, Value> = BoundedMap<Key, Cached<Value>>

/** More than the number of documents that fit into their cache. */
const maxItems = 50_000
const maxTargets = 50_000
/** With details, a target of a media field needs five times as much memory. */
const weightOfDetails = 5
const maxFacetBytes = 4 * 1024 * 1024
const maxKeys = 10_000

/** `stored` compares a schema with the stored version of it. */
function createCache(stored: Schemas) {
  return {
    lists: new ListCache(),
    items: new ItemCache(maxItems),
    media: boundedMap<string, Cached<MediaTarget | null>>(maxTargets, ({ value }) =>
      value?.details ? weightOfDetails : 1,
    ),
    facets: boundedMap<string, Cached<FacetResult[]>>(
      maxFacetBytes,
      ({ value }) => 2 * JSON.stringify(value).length,
    ),
    newest: boundedMap<string, Cached<number>>(maxTargets),
    keys: boundedMap<number, Cached<KeyRecord | undefined>>(maxKeys),
    schemas: boundedMap<number, Cached<Schema>>(maxKeys),
    stored,
  }
}

type SnapshotCache = ReturnType<typeof createCache>

/** A class, because every request creates an instance. */
class CachedSnapshot implements Snapshot, ListReader {
  readonly #cache: SnapshotCache
  readonly reads: VerifiedReads
  readonly versions: Versions

  constructor(cache: SnapshotCache, reads: VerifiedReads) {
    this.#cache = cache
    this.reads = reads
    this.versions = reads.assumed
  }

  key(id: number): Promise<KeyRecord | undefined> {
    return this.#cached(this.#cache.keys, id, this.versions.of(changeable.keys), (tx) =>
      tx.keys.load(id),
    )
  }

  schema(rootId: number): Promise<Schema> {
    const { schemas, stored } = this.#cache
    return this.#cached(schemas, rootId, this.versions.of(changeable.roots), (tx) =>
      stored.in(tx, rootId),
    )
  }

  /** Values that do not exist are not cached: any number of them may be requested. */
  async #cached<Key, Value>(
    cache: Cache<Key, Value>,
    name: Key,
    at: number | Versions,
    read: (tx: ReadTransaction) => Promise<Value>,
  ): Promise<Value> {
    const cached = cache.get(name)
    if (cached?.at === at) return cached.value
    const value = await this.reads.read(read)
    if (value !== undefined) cache.set(name, { at, value })
    return value
  }

  page(selection: Selection, request: PageRequest): Promise<Page> {
    return this.#cache.lists.page(this, selection, request)
  }

  facets(
    selection: Selection,
    facets: readonly Facet[],
    dependsOn: readonly number[],
  ): Promise<FacetResult[]> {
    const name = `${JSON.stringify(facets)} ${nameOfSelection(selection)}`
    return this.#cached(this.#cache.facets, name, sumOf(this.versions, dependsOn), ({ reading }) =>
      reading.facets(selection, facets, dependsOn),
    )
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
    const cachedMedia = this.#cache.media
    const shapeName = `${shape.own} ${shape.main}${shape.hasMediaDetails ? ' details' : ''}`
    const nameOfMedia = (id: number): string => `${id} ${shapeName}`
    const found: LinkTargets = { visible: new Map(), media: new Map() }
    const missing = { items: [] as number[], media: [] as number[] }
    for (const id of itemIds) {
      const item = this.#cache.items.find(visibility, id, this.versions)
      if (item?.place) found.visible.set(id, item.place)
      else if (!item) missing.items.push(id)
    }
    for (const id of mediaIds) {
      const one = cachedMedia.get(nameOfMedia(id))
      if (one?.at !== mediaVersion) missing.media.push(id)
      else if (one.value) found.media.set(id, one.value)
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
        if (!isPending) cachedMedia.set(nameOfMedia(id), { at: mediaVersion, value: target })
      }
    }
    const { spaceIds } = visibility
    for (const [id, { spaceId }] of spaceIds ? found.visible : []) {
      if (!spaceIds?.includes(spaceId)) found.visible.delete(id)
    }
    return found
  }

  newestDocument(itemId: number, view: View): Promise<number> {
    return this.#cached(this.#cache.newest, `${view} ${itemId}`, this.versions, ({ reading }) =>
      reading.newestDocument(itemId, view),
    )
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

type CachedItem = VisibleItem | HiddenItem

interface VisibleItem {
  readonly place: Place
  /** Null if only the place was read. */
  readonly entry: Entry | null
  /** Version of its model. */
  readonly version: number
}

/** An invisible item has no known model to check for changes, so this is valid only for these versions. */
interface HiddenItem {
  readonly place: null
  readonly versions: Versions
}

/** Items as they appear in scopes. A full cache is cleared: refilling it takes one statement per page. */
export class ItemCache {
  readonly #max: number
  readonly #byScopes = new Map<string, Map<number, CachedItem>>()
  #count = 0

  constructor(max: number) {
    this.#max = max
  }

  /** Returns the item only if it is valid at these versions. */
  find({ scopes }: Visibility, itemId: number, versions: Versions): CachedItem | undefined {
    const item = this.#byScopes.get(nameOf(scopes))?.get(itemId)
    if (!item) return undefined
    const isCurrent = item.place
      ? versions.holds(item.place.modelId, itemId, item.version)
      : item.versions === versions
    return isCurrent ? item : undefined
  }

  set({ scopes }: Visibility, itemId: number, item: CachedItem): void {
    if (this.#count >= this.#max) {
      this.#byScopes.clear()
      this.#count = 0
    }
    const items = this.#byScopes.getOrInsertComputed(nameOf(scopes), () => new Map())
    const before = items.size
    items.set(itemId, item)
    this.#count += items.size - before
  }
}

const names = new WeakMap<Visibility['scopes'], string>()

function nameOf(scopes: Visibility['scopes']): string {
  const cached = names.get(scopes)
  if (cached !== undefined) return cached
  const name = scopes.map(({ scope, lacking }) => `${scope}-${lacking ?? ''}`).join(' ')
  names.set(scopes, name)
  return name
}
