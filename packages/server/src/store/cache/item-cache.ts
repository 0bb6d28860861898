/** Items as scopes show them. A full cache is emptied: to fill it again takes a statement for each page. */
import type { Sight } from '../../query/tree.ts'
import type { Entry, Place } from '../reading.ts'
import type { Versions } from '../versions/versions.ts'

export type CachedItem = SeenItem | UnseenItem

interface SeenItem {
  readonly place: Place
  /** Null where only its place was asked for. */
  readonly entry: Entry | null
  /** Of its model. */
  readonly version: number
}

/** It has no model that tells of a change: this holds for these versions alone. */
interface UnseenItem {
  readonly place: null
  readonly versions: Versions
}

/** More than there is room for documents. */
const usualMost = 50_000

export class ItemCache {
  readonly #most: number
  readonly #byScopes = new Map<string, Map<number, CachedItem>>()
  #count = 0

  constructor(most = usualMost) {
    this.#most = most
  }

  /** If it is known to be what is shown at these versions. */
  find({ scopes }: Sight, itemId: number, versions: Versions): CachedItem | undefined {
    const item = this.#byScopes.get(nameOf(scopes))?.get(itemId)
    if (!item) return undefined
    const isCurrent = item.place
      ? versions.holds(item.place.modelId, itemId, item.version)
      : item.versions === versions
    return isCurrent ? item : undefined
  }

  keep({ scopes }: Sight, itemId: number, item: CachedItem): void {
    if (this.#count >= this.#most) this.#clear()
    const items = this.#byScopes.getOrInsertComputed(nameOf(scopes), () => new Map())
    const before = items.size
    items.set(itemId, item)
    this.#count += items.size - before
  }

  #clear(): void {
    this.#byScopes.clear()
    this.#count = 0
  }
}

const names = new WeakMap<Sight['scopes'], string>()

function nameOf(scopes: Sight['scopes']): string {
  const known = names.get(scopes)
  if (known !== undefined) return known
  const name = scopes.map(({ scope, lacking }) => `${scope}-${lacking ?? ''}`).join(' ')
  names.set(scopes, name)
  return name
}
