/** The rows that are derived from items: entries, documents, index rows and search texts. */
import type { Claim, Derived, Item } from './records.ts'

export interface StoredEntry {
  itemId: number
  scope: number
  languageMask: number
  documentId: number
  digest: string
}

export interface DerivedReads {
  /** The stored entries of these items, to compare with the expected ones. */
  entries(itemIds: readonly number[]): Promise<StoredEntry[]>
  /** Everything stored for these items, in the same shape as the result of derivation, for checks. */
  load(itemIds: readonly number[]): Promise<Map<number, Derived>>
  /** Which of these items have text that is missing from the search index. */
  unsearchable(itemIds: readonly number[]): Promise<number[]>
  /** Which of these items have rows that `load` does not return, or rows that contradict the item. */
  misfits(itemIds: readonly number[]): Promise<number[]>
  /** Derived rows whose item or document does not exist. `itemId` is 0 when the item is unknown. */
  orphans(limit: number): Promise<{ table: string; itemId: number }[]>
  /** How many of the stored entry counts are wrong. */
  miscounts(): Promise<number>
  /** Items that hold one of these unique values. */
  claimants(claims: readonly Claim[]): Promise<(Claim & { itemId: number })[]>
}

/** The derived data of one item, to be stored. */
export interface DerivedChange {
  item: Item
  derived: Derived
}

/** How the responses of a scope with an item changed. */
export interface ScopeChange {
  scope: number
  wasShown: boolean
  isShown: boolean
  /** Whether the item itself is unchanged: only the list of its languages differs. */
  isSameDocument: boolean
}

/** Ids of fields with which filters can test the items of a model for a value. */
export interface AbsenceChange {
  readonly modelId: number
  readonly added: readonly number[]
  readonly removed: readonly number[]
}

export interface DerivedWrites {
  /**
   * Updates the stored rows, writing only the differences. Returns the scopes whose responses changed, by
   * item. `isNew`: nothing is stored yet.
   */
  save(
    changes: readonly DerivedChange[],
    options: { isNew: boolean },
  ): Promise<Map<number, ScopeChange[]>>
  /** Deletes everything stored for these items and writes it again. */
  replace(changes: readonly DerivedChange[]): Promise<Map<number, ScopeChange[]>>
  /**
   * Updates the index of empty values for fields that a model gets or loses, for some items after an id.
   * Returns the id of the last one; undefined if none is left.
   */
  updateAbsences(change: AbsenceChange, afterId: number): Promise<number | undefined>
  /** Returns the number of items and documents whose orphaned rows were removed. */
  removeOrphans(): Promise<number>
  /** Call these before and after a transaction saves many items in batches. */
  startMany(): Promise<void>
  endMany(itemCount: number): Promise<void>
  /** Removes the unique values of items that are saved next in the same transaction: they may exchange them. */
  freeClaims(itemIds: readonly number[]): Promise<void>
  /** Recalculates the counts of all entries. */
  recount(): Promise<void>
}
