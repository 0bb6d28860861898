/** The source of content: items with their languages. */
import type { Item, ItemIdentity } from './records.ts'

export interface ItemFilter {
  rootId: number
  modelIds?: readonly number[]
  spaceIds?: readonly number[]
  languageIds?: readonly number[]
  /** Whether to exclude items in the trash or to return only those. Default: all items. */
  trash?: 'without' | 'only'
}

export interface ItemReads {
  /** Loads existing items in any state, with all languages. In a write transaction it locks them. */
  load(ids: readonly number[]): Promise<Item[]>
  /** The same items with only the values of these fields, so that long items do not fill the memory. */
  outline(ids: readonly number[], fieldIds: ReadonlySet<number>): Promise<Item[]>
  /** The next items by id, for iterating over all items without loading all of them. */
  after(filter: ItemFilter, afterId: number, limit: number): Promise<Item[]>
  count(filter: ItemFilter): Promise<number>
  /** Model, space and root of existing items that are not in the trash. */
  identify(ids: readonly number[]): Promise<ItemIdentity[]>
  /** Model ids of existing items in any state, by item id. */
  models(ids: readonly number[]): Promise<Map<number, number>>
  /** Ids of items that were trashed before this time. */
  trashedBefore(time: number, limit: number): Promise<number[]>
}

export interface ItemWrites {
  insert(items: readonly Item[]): Promise<void>
  /** Replaces existing items, including their languages. */
  update(items: readonly Item[]): Promise<void>
  /** Permanently removes items and everything derived from them. */
  remove(ids: readonly number[]): Promise<void>
}
