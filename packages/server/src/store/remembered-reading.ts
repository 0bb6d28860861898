/**
 * Reading with a memory: what was read at a state with the same numbers is not read again, and only
 * the rest is asked for behind it.
 */
import type { View } from '@octavo/schema/field-types.ts'
import type { Selection, Sight } from '../query/tree.ts'
import { boundedMap, type BoundedMap } from './bounded-map.ts'
import type {
  Ends,
  Entry,
  KnownOf,
  MediaEnd,
  Neighbours,
  Page,
  Place,
  Reading,
  Side,
} from './reading.ts'
import { isUpToDate, listOf, packed, renewList, type Ids, type KnownList } from './known-list.ts'
import { createPackedEntries, type PackedEntries } from './packed-entries.ts'
import { nameOfSelection } from '../query/selection-name.ts'
import { changeable, sumOf, type Versions } from './versions.ts'

export interface ReadingMemory {
  /** Ids of the items on a page. */
  readonly pages: BoundedMap<string, { version: number; total: number; ids: Ids }>
  /** Whole lists, of which every page is a slice. */
  readonly lists: BoundedMap<string, KnownList>
  readonly entries: PackedEntries
  /** What is seen through these scopes, by a number of its own. */
  sightOf(scopes: string): RememberedSight
  /** Where items are of which nothing else was asked. */
  readonly places: BoundedMap<string, Place & { version: number }>
  readonly media: BoundedMap<string, { version: number; end: MediaEnd | null }>
  readonly newest: BoundedMap<string, { versions: Versions; documentId: number }>
}

interface RememberedSight {
  readonly number: number
  /** Items that cannot be seen. They have no model to tell of a change: that holds for one state. */
  readonly unseen: BoundedMap<number, Versions>
}

const mostPagedBytes = 4 * 1024 * 1024
const mostListBytes = 48 * 1024 * 1024
/** What a list or page takes besides its ids. */
const listBytes = 300
const mostEntries = 50_000
/** Languages in two views, with and without a fallback. */
const mostSights = 40

export function createReadingMemory(): ReadingMemory {
  const sights = boundedMap<string, RememberedSight>(mostSights)
  let sightCount = 0
  const bytesOf = ({ byteLength }: Ids): number => byteLength + listBytes
  return {
    pages: boundedMap(mostPagedBytes, ({ ids }) => bytesOf(ids)),
    lists: boundedMap(mostListBytes, ({ ids }) => bytesOf(ids)),
    entries: createPackedEntries(),
    sightOf(scopes) {
      const known = sights.get(scopes)
      if (known) return known
      const made = { number: sightCount++, unseen: boundedMap<number, Versions>(mostEntries) }
      sights.set(scopes, made)
      return made
    },
    places: boundedMap(mostEntries),
    media: boundedMap(mostEntries),
    newest: boundedMap(mostEntries),
  }
}

/** A class because there is one for each request. */
export class RememberedReading implements Reading {
  readonly #memory: ReadingMemory
  readonly #versions: Versions
  readonly #behind: Reading

  constructor(memory: ReadingMemory, versions: Versions, behind: Reading) {
    this.#memory = memory
    this.#versions = versions
    this.#behind = behind
  }

  /** Null: it cannot be seen. */
  #known({ number, unseen }: RememberedSight, id: number): Entry | null | undefined {
    const { entries } = this.#memory
    const found = entries.find(number, id, this.#versions)
    return found ?? (unseen.get(id) === this.#versions ? null : undefined)
  }

  #remember({ number }: RememberedSight, entry: Entry): void {
    this.#memory.entries.keep(number, entry, this.#versions.of(entry.modelId))
  }

  async entries(sight: Sight, ids: readonly number[], knownOf: KnownOf): Promise<Entry[]> {
    const remembered = this.#memory.sightOf(nameOfScopes(sight))
    const found: Entry[] = []
    const missing: number[] = []
    for (const id of ids) {
      const entry = this.#known(remembered, id)
      if (entry) found.push(entry)
      else if (entry === undefined) missing.push(id)
    }
    if (missing.length > 0) {
      const read = await this.#behind.entries(everywhere(sight), missing, knownOf)
      for (const entry of read) {
        this.#remember(remembered, entry)
        found.push(entry)
      }
      if (read.length < missing.length) {
        const seen = new Set(read.map(({ itemId }) => itemId))
        for (const id of missing) if (!seen.has(id)) remembered.unseen.set(id, this.#versions)
      }
    }
    const { spaceIds } = sight
    const seen = spaceIds ? found.filter(({ spaceId }) => spaceIds.includes(spaceId)) : found
    return missing.length > 0 && ids.length > 1 ? inOrderOf(ids, seen) : seen
  }

  /** Which are remembered, and which must be asked for. */
  #rememberedEnds(
    scopes: string,
    itemIds: readonly number[],
    mediaIds: readonly number[],
    nameOfMedia: (id: number) => string,
  ) {
    const found: Ends = { visible: new Map(), media: new Map() }
    const missing = { items: [] as number[], media: [] as number[] }
    for (const id of itemIds) {
      const place = this.#placeOf(scopes, id)
      if (place) found.visible.set(id, place)
      else if (place === undefined) missing.items.push(id)
    }
    for (const id of mediaIds) {
      const one = this.#memory.media.get(nameOfMedia(id))
      if (one?.version !== this.#versions.of(changeable.media)) missing.media.push(id)
      else if (one.end) found.media.set(id, one.end)
    }
    return { found, missing }
  }

  /** Null: it cannot be seen. */
  #placeOf(scopes: string, id: number): Place | null | undefined {
    const entry = this.#known(this.#memory.sightOf(scopes), id)
    if (entry !== undefined) return entry
    const place = this.#memory.places.get(`${scopes} ${id}`)
    return place && this.#versions.holds(place.modelId, id, place.version) ? place : undefined
  }

  async ends(
    sight: Sight,
    itemIds: readonly number[],
    mediaIds: readonly number[],
    languages: { own: number; main: number },
  ): Promise<Ends> {
    const scopes = nameOfScopes(sight)
    const nameOfMedia = (id: number): string => `${languages.own} ${languages.main} ${id}`
    const { found, missing } = this.#rememberedEnds(scopes, itemIds, mediaIds, nameOfMedia)
    if (missing.items.length + missing.media.length > 0) {
      const { items, media } = missing
      const read = await this.#behind.ends(everywhere(sight), items, media, languages)
      for (const id of items) {
        const place = read.visible.get(id)
        if (place) {
          found.visible.set(id, place)
          const version = this.#versions.of(place.modelId)
          this.#memory.places.set(`${scopes} ${id}`, { ...place, version })
        } else this.#memory.sightOf(scopes).unseen.set(id, this.#versions)
      }
      for (const id of media) {
        const end = read.media.get(id) ?? null
        const version = this.#versions.of(changeable.media)
        this.#memory.media.set(nameOfMedia(id), { version, end })
        if (end) found.media.set(id, end)
      }
    }
    const { spaceIds } = sight
    for (const [id, place] of spaceIds ? found.visible : []) {
      if (!spaceIds?.includes(place.spaceId)) found.visible.delete(id)
    }
    return found
  }

  async page(
    selection: Selection,
    window: { limit: number; offset: number },
    knownOf: KnownOf = () => [],
  ): Promise<Page> {
    const { limit, offset } = window
    const { lists, pages } = this.#memory
    const nameOfList = nameOfSelection(selection)
    const version = sumOf(this.#versions, selection.dependsOn)
    const pageOf = async (total: number, ids: Ids): Promise<Page> => ({
      total,
      cost: 0,
      entries: await this.entries(selection.sight, Array.from(ids), knownOf),
    })
    const list = lists.get(nameOfList)
    const isKnown = list && isUpToDate(list, selection, this.#versions)
    const current = list && !isKnown ? await this.#renewed(list, selection) : list
    if (current) {
      if (!isKnown) lists.set(nameOfList, current)
      return pageOf(current.ids.length, current.ids.subarray(offset, offset + limit))
    }
    const name = `${limit} ${offset} ${nameOfList}`
    const known = pages.get(name)
    if (known?.version === version) return pageOf(known.total, known.ids)
    const read = await this.#behind.page(selection, window, knownOf)
    const remembered = this.#memory.sightOf(nameOfScopes(selection.sight))
    for (const entry of read.entries) this.#remember(remembered, entry)
    if (read.ids)
      lists.set(nameOfList, listOf(selection, { ...read, ids: read.ids }, this.#versions))
    else {
      const ids = packed(read.entries.map(({ itemId }) => itemId))
      pages.set(name, { version, total: read.total, ids })
    }
    return read
  }

  /** A list that was read before, brought up to date; undefined where it must be read again. */
  #renewed(list: KnownList, selection: Selection): Promise<KnownList | undefined> {
    const remembered = this.#memory.sightOf(nameOfScopes(selection.sight))
    return renewList(list, selection, this.#versions, this.#behind, (entry) =>
      this.#remember(remembered, entry),
    )
  }

  neighbours(selection: Selection, itemId: number, sides: readonly Side[]): Promise<Neighbours> {
    return this.#behind.neighbours(selection, itemId, sides)
  }

  async newestDocument(itemId: number, view: View): Promise<number> {
    const { newest } = this.#memory
    const name = `${view} ${itemId}`
    const remembered = newest.get(name)
    if (remembered?.versions === this.#versions) return remembered.documentId
    const documentId = await this.#behind.newestDocument(itemId, view)
    newest.set(name, { versions: this.#versions, documentId })
    return documentId
  }

  bodies(documentIds: readonly number[]): Promise<ReadonlyMap<number, Buffer>> {
    return this.#behind.bodies(documentIds)
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

const scopeNames = new WeakMap<Sight['scopes'], string>()

function nameOfScopes({ scopes }: Sight): string {
  const known = scopeNames.get(scopes)
  if (known !== undefined) return known
  const name = scopes.map(({ scope, lacking }) => `${scope}-${lacking ?? ''}`).join(' ')
  scopeNames.set(scopes, name)
  return name
}
