/** Items as they appear in scopes. A full cache is cleared: refilling it takes one statement per page. */
import type { Visibility } from '../../query/tree.ts'
import type { Entry, Place } from '../reading.ts'
import type { Versions } from '../versions/versions.ts'

export type CachedItem = VisibleItem | HiddenItem

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

/** More than the number of documents that fit into their cache. */
const defaultMaxItems = 50_000

export class ItemCache {
  readonly #maxItems: number
  readonly #byScopes = new Map<string, Map<number, CachedItem>>()
  #count = 0

  constructor(maxItems = defaultMaxItems) {
    this.#maxItems = maxItems
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
    if (this.#count >= this.#maxItems) this.#clear()
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

const names = new WeakMap<Visibility['scopes'], string>()

function nameOf(scopes: Visibility['scopes']): string {
  const cached = names.get(scopes)
  if (cached !== undefined) return cached
  const name = scopes.map(({ scope, lacking }) => `${scope}-${lacking ?? ''}`).join(' ')
  names.set(scopes, name)
  return name
}
