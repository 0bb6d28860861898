/**
 * Reading with a memory: what was read at a state with the same numbers is not read again, and only
 * the rest is asked for behind it.
 */
import type { Selection, Sight } from '../query/tree.ts'
import { createAdmission } from '../admission.ts'
import { boundedMap, type BoundedMap } from './bounded-map.ts'
import type { Ends, Entry, KnownOf, MediaEnd, Page, Place, Reading } from './reading.ts'
import { nameOfSelection } from '../query/selection-name.ts'
import { changeable, sumOf, type Versions } from './versions.ts'

export interface ReadingMemory {
  readonly pages: BoundedMap<string, { version: number; page: Page }>
  /** Whole lists, of which every page is a slice. */
  readonly lists: BoundedMap<string, { version: number; ids: Ids }>
  /** By the scopes in sight, then by item. */
  entries(scopes: string): RememberedEntries
  /** Where items are of which nothing else was asked. */
  readonly places: BoundedMap<string, Place & { version: number }>
  readonly media: BoundedMap<string, { version: number; end: MediaEnd | null }>
  readonly newest: BoundedMap<string, { versions: Versions; documentId: number }>
}

type RememberedEntries = Pick<BoundedMap<number, RememberedEntry>, 'get' | 'set'>

/** That an item cannot be seen has no model to tell of a change: it holds for one state. */
type RememberedEntry = { entry: Entry; version: number } | { entry: null; versions: Versions }

const mostPaged = 400_000
const mostListBytes = 48 * 1024 * 1024
/** What a list takes besides its ids. */
const listBytes = 300
const mostEntries = 50_000
/** Languages in two views, with and without a fallback. */
const mostSights = 40

export function createReadingMemory(): ReadingMemory {
  const entries = boundedMap<string, RememberedEntries>(mostSights)
  return {
    pages: boundedMap(mostPaged, ({ page }) => page.entries.length + 20),
    lists: boundedMap(mostListBytes, ({ ids }) => ids.byteLength + listBytes),
    entries(scopes) {
      const known = entries.get(scopes)
      if (known) return known
      const made = createRememberedEntries()
      entries.set(scopes, made)
      return made
    },
    places: boundedMap(mostEntries),
    media: boundedMap(mostEntries),
    newest: boundedMap(mostEntries),
  }
}

function createRememberedEntries(): RememberedEntries {
  const entries = boundedMap<number, RememberedEntry>(mostEntries)
  const admission = createAdmission<number>()
  return {
    get: entries.get,
    set(itemId, entry) {
      const isIn = !entries.isFull() || entries.get(itemId) || admission.wasNoted(itemId)
      if (isIn) entries.set(itemId, entry)
    },
  }
}

export function rememberedReading(
  memory: ReadingMemory,
  versions: Versions,
  behind: Reading,
): Reading {
  function known(scopes: string, id: number): RememberedEntry | undefined {
    const found = memory.entries(scopes).get(id)
    if (!found) return undefined
    const isCurrent = found.entry
      ? versions.of(found.entry.modelId) === found.version
      : found.versions === versions
    return isCurrent ? found : undefined
  }

  function remember(scopes: string, entry: Entry): Entry {
    const version = versions.of(entry.modelId)
    const kept = withoutBody(entry)
    memory.entries(scopes).set(entry.itemId, { version, entry: kept })
    return kept
  }

  /** One object for an item, in however many pages it is. */
  function shared(scopes: string, entry: Entry): Entry {
    const before = known(scopes, entry.itemId)?.entry
    if (before?.documentId === entry.documentId) return before
    return remember(scopes, entry)
  }

  async function entries(sight: Sight, ids: readonly number[], knownOf: KnownOf): Promise<Entry[]> {
    const scopes = nameOfScopes(sight)
    const found: Entry[] = []
    const missing: number[] = []
    for (const id of ids) {
      const one = known(scopes, id)
      if (!one) missing.push(id)
      else if (one.entry) found.push(one.entry)
    }
    if (missing.length > 0) {
      const read = await behind.entries(everywhere(sight), missing, knownOf)
      const unseen = new Set(missing)
      for (const entry of read) {
        unseen.delete(entry.itemId)
        remember(scopes, entry)
        found.push(entry)
      }
      for (const id of unseen) memory.entries(scopes).set(id, { entry: null, versions })
    }
    const { spaceIds } = sight
    const seen = spaceIds ? found.filter(({ spaceId }) => spaceIds.includes(spaceId)) : found
    return missing.length > 0 && ids.length > 1 ? inOrderOf(ids, seen) : seen
  }

  /** Which are remembered, and which must be asked for. */
  function rememberedEnds(
    scopes: string,
    itemIds: readonly number[],
    mediaIds: readonly number[],
    nameOfMedia: (id: number) => string,
  ) {
    const found: Ends = { visible: new Map(), media: new Map() }
    const missing = { items: [] as number[], media: [] as number[] }
    for (const id of itemIds) {
      const place = placeOf(scopes, id)
      if (place) found.visible.set(id, place)
      else if (place === undefined) missing.items.push(id)
    }
    for (const id of mediaIds) {
      const one = memory.media.get(nameOfMedia(id))
      if (one?.version !== versions.of(changeable.media)) missing.media.push(id)
      else if (one.end) found.media.set(id, one.end)
    }
    return { found, missing }
  }

  /** Null: it cannot be seen. */
  function placeOf(scopes: string, id: number): Place | null | undefined {
    const one = known(scopes, id)
    if (one) return one.entry
    const place = memory.places.get(`${scopes} ${id}`)
    return place && versions.of(place.modelId) === place.version ? place : undefined
  }

  async function ends(
    sight: Sight,
    itemIds: readonly number[],
    mediaIds: readonly number[],
    languages: { own: number; main: number },
  ): Promise<Ends> {
    const scopes = nameOfScopes(sight)
    const nameOfMedia = (id: number): string => `${languages.own} ${languages.main} ${id}`
    const { found, missing } = rememberedEnds(scopes, itemIds, mediaIds, nameOfMedia)
    if (missing.items.length + missing.media.length > 0) {
      const read = await behind.ends(everywhere(sight), missing.items, missing.media, languages)
      for (const id of missing.items) {
        const place = read.visible.get(id)
        if (place) {
          found.visible.set(id, place)
          const version = versions.of(place.modelId)
          memory.places.set(`${scopes} ${id}`, { ...place, version })
        } else memory.entries(scopes).set(id, { entry: null, versions })
      }
      for (const id of missing.media) {
        const end = read.media.get(id) ?? null
        memory.media.set(nameOfMedia(id), { version: versions.of(changeable.media), end })
        if (end) found.media.set(id, end)
      }
    }
    const { spaceIds } = sight
    for (const [id, place] of spaceIds ? found.visible : []) {
      if (!spaceIds?.includes(place.spaceId)) found.visible.delete(id)
    }
    return found
  }

  async function page(
    selection: Selection,
    window: { limit: number; offset: number },
    knownOf: KnownOf = () => [],
  ): Promise<Page> {
    const { limit, offset } = window
    const nameOfList = nameOfSelection(selection)
    const version = sumOf(versions, selection.dependsOn)
    const list = memory.lists.get(nameOfList)
    if (list?.version === version) {
      const ids = Array.from(list.ids.subarray(offset, offset + limit))
      return { total: list.ids.length, entries: await entries(selection.sight, ids, knownOf) }
    }
    const name = `${limit} ${offset} ${nameOfList}`
    const remembered = memory.pages.get(name)
    if (remembered?.version === version) return remembered.page
    const read = await behind.page(selection, window, knownOf)
    const scopes = nameOfScopes(selection.sight)
    const kept = { total: read.total, entries: read.entries.map((one) => shared(scopes, one)) }
    if (read.ids) memory.lists.set(nameOfList, { version, ids: packed(read.ids) })
    else memory.pages.set(name, { version, page: kept })
    return read
  }

  return {
    page,
    neighbours: (selection, itemId, sides) => behind.neighbours(selection, itemId, sides),
    entries,
    async newestDocument(itemId, view) {
      const name = `${view} ${itemId}`
      const remembered = memory.newest.get(name)
      if (remembered?.versions === versions) return remembered.documentId
      const documentId = await behind.newestDocument(itemId, view)
      memory.newest.set(name, { versions, documentId })
      return documentId
    },
    bodies: (documentIds) => behind.bodies(documentIds),
    ends,
  }
}

/** In every space: who may see fewer of them must not leave that in the memory of others. */
function everywhere({ scopes }: Sight): Sight {
  return { scopes, spaceIds: null }
}

/** As they were asked for, whatever was in memory: equal requests are made of the same in one order. */
function inOrderOf(ids: readonly number[], entries: readonly Entry[]): Entry[] {
  const byId = new Map(entries.map((entry) => [entry.itemId, entry]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

type Ids = Uint32Array | Float64Array

/** In as few bytes as the largest lets them have. */
function packed(ids: readonly number[]): Ids {
  const fits = ids.every((id) => id < 2 ** 32)
  return fits ? Uint32Array.from(ids) : Float64Array.from(ids)
}

function withoutBody(entry: Entry): Entry {
  return entry.body === null ? entry : { ...entry, body: null }
}

const scopeNames = new WeakMap<Sight['scopes'], string>()

function nameOfScopes({ scopes }: Sight): string {
  const known = scopeNames.get(scopes)
  if (known !== undefined) return known
  const name = scopes.map(({ scope, lacking }) => `${scope}-${lacking ?? ''}`).join(' ')
  scopeNames.set(scopes, name)
  return name
}
