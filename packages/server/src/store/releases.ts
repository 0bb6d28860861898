/** Named sets of changes that are published together. */
import type { releaseActions } from '@octavo/schema/choices.ts'
import type { Problem } from '@octavo/schema/errors.ts'
import type { StageData } from './records.ts'
import type { Window } from './studio-reads.ts'

export type ReleaseAction = (typeof releaseActions)[number]

export interface Release {
  id: number
  rootId: number
  luid: string
  name: string
  /** Who created it. */
  actor: string
  createdAt: number
  /** When it will be published; null if it has no time, and when it is published. */
  dueAt: number | null
  /** Who scheduled or published it. */
  publisher: string | null
  publishedAt: number | null
  undoneAt: number | null
  archivedAt: number | null
  /** A failed release stays until it is scheduled again, published or unscheduled. */
  failedAt: number | null
  problems: Problem[] | null
}

/** One entry for each item and language; an item that is deleted has one entry with language 0. */
export interface ReleaseEntry {
  releaseId: number
  itemId: number
  languageId: number
  action: ReleaseAction
  /** The content to publish; null for other actions. */
  copy: StageData | null
  /** The time of the data that was public when the entry was added; 0 if there was none. */
  base: number
  /** Set by publishing: what was public before, to undo it. */
  previous: PublicBefore | null
  actor: string
  addedAt: number
  /** Differs after each change of the entry. */
  stamp: number
}

/** An entry without the content. */
export type ReleaseOutline = Omit<ReleaseEntry, 'copy' | 'previous'>

export interface PublicBefore {
  published: StageData | null
  lastPublishedAt: number | null
}

export interface ReleaseFilter {
  rootId: number
  isArchived: boolean
  state?: 'open' | 'scheduled' | 'failed' | 'published'
}

export interface ReleaseReads {
  /** In a write transaction it locks the release. */
  find(rootId: number, luid: string): Promise<Release | undefined>
  byId(ids: readonly number[]): Promise<Release[]>
  /** Scheduled ones first, by time; then the newest. */
  list(filter: ReleaseFilter, window: Window): Promise<{ releases: Release[]; total: number }>
  /** The pending release that is due first, in any root space. */
  first(): Promise<Release | undefined>
  /** Pending releases of a root space that are due by a time, in order. */
  dueBy(rootId: number, time: number): Promise<Release[]>
  /** A window of the entries, by item and language. */
  entries(releaseId: number, window: Window): Promise<ReleaseEntry[]>
  /** The entries of these items, by item and language. */
  entriesOf(releaseId: number, itemIds: readonly number[]): Promise<ReleaseEntry[]>
  /** All entries without the content, in the order of the entries; or only those of an item. */
  stamps(
    releaseId: number,
    itemId?: number,
  ): Promise<Pick<ReleaseEntry, 'itemId' | 'languageId' | 'action' | 'addedAt' | 'stamp'>[]>
  /** The number of items and entries, and the spaces of the items. */
  facts(releaseId: number): Promise<ReleaseFacts>
  /** The entries of these items in all releases. */
  ofItems(itemIds: readonly number[]): Promise<ReleaseEntry[]>
  /** The same without the content. */
  outlines(itemIds: readonly number[]): Promise<ReleaseOutline[]>
}

export interface ReleaseFacts {
  items: number
  entries: number
  spaceIds: number[]
}

export interface ReleaseWrites {
  save(release: Release): Promise<void>
  /** Deletes a release with its entries. */
  delete(releaseId: number): Promise<void>
  /** Inserts entries, and replaces those of the same item and language. */
  saveEntries(entries: readonly ReleaseEntry[]): Promise<void>
  /** Removes the entries of items, or only those of a language. */
  removeEntries(
    releaseId: number,
    itemIds: readonly number[],
    languageId: number | null,
  ): Promise<void>
  /** Removes the entries of a language in all releases of a root space. */
  removeLanguages(rootId: number, languageIds: readonly number[]): Promise<void>
}
