/**
 * Entries in memory, as numbers: as objects they take eight times as much, and the garbage
 * collector looks at every one of them. Those that were put in longest ago go first.
 */
import type { Entry } from './reading.ts'
import type { Versions } from './versions.ts'

export interface PackedEntries {
  /** The item as `sight` shows it, if it was kept for that and is known not to have changed since. */
  find(sight: number, itemId: number, versions: Pick<Versions, 'holds'>): Entry | undefined
  keep(sight: number, entry: Entry, version: number): void
}

/** What many entries have in common. */
interface Kind {
  readonly sight: number
  readonly scope: number
  readonly modelId: number
  readonly spaceId: number
  readonly languageMask: number
}

const defaultMost = 1_000_000
const fewest = 1024
const mostKinds = 10_000
const most32 = 2 ** 32

/** Numbers of an entry, next to each other: whoever looks one up looks at all of them. */
const places = {
  itemId: 0,
  documentId: 1,
  version: 2,
  kind: 3,
  /** In two halves. */
  createdAt: 4,
  /** The next one with the same bucket: one more than its slot; 0 is none. */
  next: 6,
} as const
const width = 7

export function createPackedEntries(most = defaultMost): PackedEntries {
  let room = createRoom(Math.min(fewest, most))
  let kinds: Kind[] = []
  const kindIds = new Map<string, number>()
  let count = 0
  /** Where the next one goes, when there is no more room. */
  let oldest = 0

  const at = (slot: number, place: number): number => room.numbers[slot * width + place] ?? 0
  const put = (slot: number, place: number, value: number): void => {
    room.numbers[slot * width + place] = value
  }

  function slotOf(sight: number, itemId: number): number {
    const { heads } = room
    for (let slot = (heads[bucketOf(itemId, heads)] ?? 0) - 1; slot >= 0;) {
      const isIt = at(slot, places.itemId) === itemId
      if (isIt && kinds[at(slot, places.kind)]?.sight === sight) return slot
      slot = at(slot, places.next) - 1
    }
    return -1
  }

  function link(slot: number, itemId: number): void {
    const { heads } = room
    const bucket = bucketOf(itemId, heads)
    put(slot, places.next, heads[bucket] ?? 0)
    heads[bucket] = slot + 1
  }

  function unlink(slot: number): void {
    const { heads } = room
    const bucket = bucketOf(at(slot, places.itemId), heads)
    const after = at(slot, places.next)
    if (heads[bucket] === slot + 1) heads[bucket] = after
    else {
      let before = (heads[bucket] ?? 0) - 1
      while (at(before, places.next) !== slot + 1) before = at(before, places.next) - 1
      put(before, places.next, after)
    }
  }

  function freeSlot(): number {
    if (count < room.heads.length) return count++
    if (count < most) {
      grow()
      return count++
    }
    const slot = oldest
    oldest = (oldest + 1) % most
    unlink(slot)
    return slot
  }

  function grow(): void {
    const before = room
    room = createRoom(Math.min(most, before.heads.length * 2))
    room.numbers.set(before.numbers)
    for (let slot = 0; slot < count; slot++) link(slot, at(slot, places.itemId))
  }

  function kindOfEntry(sight: number, { scope, modelId, spaceId, languageMask }: Entry): number {
    const name = `${sight} ${scope} ${modelId} ${spaceId} ${languageMask}`
    const known = kindIds.get(name)
    if (known !== undefined) return known
    if (kinds.length >= mostKinds) forgetAll()
    kindIds.set(name, kinds.length)
    return kinds.push({ sight, scope, modelId, spaceId, languageMask }) - 1
  }

  function forgetAll(): void {
    room = createRoom(Math.min(fewest, most))
    kinds = []
    kindIds.clear()
    count = oldest = 0
  }

  return {
    find(sight, itemId, versions) {
      const slot = slotOf(sight, itemId)
      const kind = slot === -1 ? undefined : kinds[at(slot, places.kind)]
      if (!kind || !versions.holds(kind.modelId, itemId, at(slot, places.version))) return undefined
      const { scope, modelId, spaceId, languageMask } = kind
      return {
        itemId,
        documentId: at(slot, places.documentId),
        scope,
        modelId,
        spaceId,
        // The first half has a sign: there are times before 1970.
        createdAt: (at(slot, places.createdAt) | 0) * most32 + at(slot, places.createdAt + 1),
        languageMask,
        body: null,
      }
    },
    keep(sight, entry, version) {
      const { itemId, documentId, createdAt } = entry
      // No room was made for numbers that large: who has as many reads them each time.
      if (itemId >= most32 || documentId >= most32 || version >= most32) return
      const kind = kindOfEntry(sight, entry)
      const known = slotOf(sight, itemId)
      const slot = known === -1 ? freeSlot() : known
      if (known === -1) {
        put(slot, places.itemId, itemId)
        link(slot, itemId)
      }
      put(slot, places.documentId, documentId)
      const half = Math.floor(createdAt / most32)
      put(slot, places.createdAt, half)
      put(slot, places.createdAt + 1, createdAt - half * most32)
      put(slot, places.version, version)
      put(slot, places.kind, kind)
    },
  }
}

interface Room {
  readonly numbers: Uint32Array
  /** The first of each bucket, as `next` names it. */
  readonly heads: Uint32Array
}

function createRoom(length: number): Room {
  return { numbers: new Uint32Array(length * width), heads: new Uint32Array(length) }
}

/** Ids follow each other: spread as they are, they fill the buckets evenly. */
function bucketOf(itemId: number, heads: Uint32Array): number {
  return itemId % heads.length
}
