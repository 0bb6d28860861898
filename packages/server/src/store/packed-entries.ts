/**
 * Entries in memory, as columns of numbers: as objects they take eight times as much, and the garbage
 * collector looks at every one of them. Those that were put in longest ago go first.
 */
import type { Entry } from './reading.ts'
import type { Versions } from './versions.ts'

export interface PackedEntries {
  /** The item as `sight` shows it, if that is what it was kept for and nothing of its model changed since. */
  find(sight: number, itemId: number, versions: Versions): Entry | undefined
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

export function createPackedEntries(most = defaultMost): PackedEntries {
  let columns = createColumns(Math.min(fewest, most))
  let kinds: Kind[] = []
  const kindIds = new Map<string, number>()
  let count = 0
  /** Where the next one goes, when there is no more room. */
  let oldest = 0

  function slotOf(sight: number, itemId: number): number {
    const { heads, nexts, itemIds, kindOf } = columns
    for (let slot = (heads[bucketOf(itemId, heads)] ?? 0) - 1; slot >= 0;) {
      if (itemIds[slot] === itemId && kinds[kindOf[slot] ?? 0]?.sight === sight) return slot
      slot = (nexts[slot] ?? 0) - 1
    }
    return -1
  }

  function link(slot: number, itemId: number): void {
    const { heads, nexts } = columns
    const bucket = bucketOf(itemId, heads)
    nexts[slot] = heads[bucket] ?? 0
    heads[bucket] = slot + 1
  }

  function unlink(slot: number): void {
    const { heads, nexts, itemIds } = columns
    const bucket = bucketOf(itemIds[slot] ?? 0, heads)
    const after = nexts[slot] ?? 0
    if (heads[bucket] === slot + 1) heads[bucket] = after
    else {
      let before = (heads[bucket] ?? 0) - 1
      while (nexts[before] !== slot + 1) before = (nexts[before] ?? 0) - 1
      nexts[before] = after
    }
  }

  function freeSlot(): number {
    if (count < columns.itemIds.length) return count++
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
    const before = columns
    columns = createColumns(Math.min(most, before.itemIds.length * 2))
    for (const name of ['itemIds', 'documentIds', 'createdAt', 'versions', 'kindOf'] as const) {
      columns[name].set(before[name])
    }
    for (let slot = 0; slot < count; slot++) link(slot, columns.itemIds[slot] ?? 0)
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
    columns = createColumns(Math.min(fewest, most))
    kinds = []
    kindIds.clear()
    count = oldest = 0
  }

  return {
    find(sight, itemId, versions) {
      const slot = slotOf(sight, itemId)
      const kind = slot === -1 ? undefined : kinds[columns.kindOf[slot] ?? 0]
      if (!kind || versions.of(kind.modelId) !== columns.versions[slot]) return undefined
      const { scope, modelId, spaceId, languageMask } = kind
      return {
        itemId,
        documentId: columns.documentIds[slot] ?? 0,
        scope,
        modelId,
        spaceId,
        createdAt: columns.createdAt[slot] ?? 0,
        languageMask,
        body: null,
      }
    },
    keep(sight, entry, version) {
      const { itemId, documentId } = entry
      // No room was made for numbers that large: who has as many reads them each time.
      if (itemId >= most32 || documentId >= most32 || version >= most32) return
      const kind = kindOfEntry(sight, entry)
      const known = slotOf(sight, itemId)
      const slot = known === -1 ? freeSlot() : known
      if (known === -1) {
        columns.itemIds[slot] = itemId
        link(slot, itemId)
      }
      columns.documentIds[slot] = documentId
      columns.createdAt[slot] = entry.createdAt
      columns.versions[slot] = version
      columns.kindOf[slot] = kind
    },
  }
}

interface Columns {
  readonly itemIds: Uint32Array
  readonly documentIds: Uint32Array
  readonly createdAt: Float64Array
  readonly versions: Uint32Array
  readonly kindOf: Uint32Array
  /** Slots with the same bucket, one more than their number; 0 is none. */
  readonly heads: Uint32Array
  readonly nexts: Uint32Array
}

function createColumns(length: number): Columns {
  return {
    itemIds: new Uint32Array(length),
    documentIds: new Uint32Array(length),
    createdAt: new Float64Array(length),
    versions: new Uint32Array(length),
    kindOf: new Uint32Array(length),
    heads: new Uint32Array(length),
    nexts: new Uint32Array(length),
  }
}

/** Ids follow each other: spread as they are, they fill the buckets evenly. */
function bucketOf(itemId: number, heads: Uint32Array): number {
  return itemId % heads.length
}
