/** The states of items before they were published or unpublished in Studio, to undo it for a while. */
import type { ItemLanguage } from './records.ts'
import type { ReleaseEntry } from './releases.ts'
import type { Schedule } from './schedules.ts'

export interface UndoState {
  itemId: number
  languageId: number
  /** Null if the item had nothing in this language. */
  previous: ItemLanguage | null
  /** Those that the change has dropped; null for none. */
  schedules: readonly Schedule[] | null
  /** Those of releases that the change has dropped; null for none. */
  entries: readonly ReleaseEntry[] | null
  /** The version of the language after the change; see `languageVersion`. */
  version: string
  /** The version of the schema that the values belong to. */
  rootVersion: number
  /** The time of the change. */
  at: number
}

export interface UndoReads {
  ofItem(itemId: number): Promise<UndoState[]>
}

export interface UndoWrites {
  /** Replaces earlier states of the same languages. */
  save(states: readonly UndoState[]): Promise<void>
  remove(itemId: number): Promise<void>
  removeBefore(time: number): Promise<void>
}
