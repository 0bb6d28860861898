/** Items as they will be after planned changes: rows next to those of the published and draft views. */
import type { View } from '@octavo/schema/field-types.ts'
import type { Derived, Item } from './records.ts'

/** How many previews are stored at a time. The oldest one makes room for another. */
export const previewSlots = 25

export interface Preview {
  slot: number
  /** Which planned changes it shows. */
  name: string
  /** The view that all other items have. */
  view: View
  /** The versions of the plans and of the definitions that it was built from; '' if it is incomplete. */
  state: string
  /** Differs after each change of its rows. */
  revision: number
  builtAt: number
}

export interface PreviewReads {
  /**
   * The preview with this name, unless plans, definitions or one of its items have changed since it was built. One
   * statement, because each read with a preview needs it.
   */
  current(name: string, schemaVersion: number): Promise<Preview | undefined>
  /** Differs after each change of a schedule or a release. */
  planVersion(): Promise<number>
  /** The last time until this one at which something is planned in a root space. */
  lastDue(rootId: number, until: number): Promise<number | undefined>
}

/** An item with what the preview shows of it. */
export interface PreviewedItem {
  item: Item
  derived: Derived
  /** The plans that it was built from. */
  stamp: string
}

export interface PreviewWrites {
  /**
   * The preview with this name; if there is none, one in the place of the oldest, which still has its items.
   * Processes that build previews wait for each other.
   */
  claim(name: string, view: View): Promise<{ preview: Preview; isTaken: boolean }>
  /** The stamps of its items; '' for those that have changed since. */
  stamps(slot: number): Promise<Map<number, string>>
  /** Adds the rows of items that have none. The caller has locked them. */
  save(preview: Preview, items: readonly PreviewedItem[]): Promise<void>
  /** Removes items. The caller has locked them. */
  remove(preview: Preview, itemIds: readonly number[]): Promise<void>
  finish(preview: Preview): Promise<void>
}
