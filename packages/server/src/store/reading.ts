/** Reads for delivery: version stamps first, then only the documents that are not cached. */
import type { View } from '@octavo/schema/field-types.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { MediaFilter } from '../query/media-filter.ts'
import type { Facet, Position, Selection, Visibility } from '../query/tree.ts'
import type { Focus, KeyRecord, MediaPreview, MediaRecord } from './records.ts'
import type { Window } from './studio-reads.ts'

/** How complete derived data is, after an upgrade. */
export interface DerivedForms {
  /** The form that upkeep has completed in all items; '' if none. */
  readonly completed: string
  /** The digest of the oldest document of all root spaces; undefined if there is none. */
  readonly oldest: string | undefined
}

export interface Reading {
  /** One page of a list and, unless the request omits it, the exact number of matching items. */
  page(selection: Selection, request: PageRequest): Promise<Page>

  /**
   * The values of these fields in all matching items, in the same order. Items of the models in `dependsOn`
   * determine them.
   */
  facets(
    selection: Selection,
    facets: readonly Facet[],
    dependsOn: readonly number[],
  ): Promise<FacetResult[]>

  /**
   * The items before and after an item in the list of the selection. The item itself need not be in the
   * list.
   */
  neighbours(selection: Selection, itemId: number, sides: readonly Side[]): Promise<Neighbours>

  /** Entries of the visible items among these. */
  entries(visibility: Visibility, itemIds: readonly number[]): Promise<Entry[]>

  /** The newest document of an item in a view, in any language. */
  newestDocument(itemId: number, view: View): Promise<number>
  derivedForms(): Promise<DerivedForms>

  bodies(documentIds: readonly number[]): Promise<ReadonlyMap<number, Buffer>>

  /** Targets of the remaining links: the visible items and the media among these ids. */
  linkTargets(
    visibility: Visibility,
    itemIds: readonly number[],
    mediaIds: readonly number[],
    shape: LinkShape,
  ): Promise<LinkTargets>

  /** One page of media, and the number of all that match. */
  media(filter: MediaFilter, window: Window): Promise<{ media: MediaRecord[]; total: number }>

  /** Media with these ids that are neither archived nor in the trash. */
  visibleMedia(ids: readonly number[]): Promise<MediaRecord[]>
}

/** One state of the store for one request: content, keys and schemas. */
export interface Snapshot extends Reading {
  key(id: number): Promise<KeyRecord | undefined>
  schema(rootId: number): Promise<Schema>
}

export interface PageRequest {
  readonly limit: number
  readonly offset: number
  /** Begins after this position, or at the start with null. Then the offset is 0. */
  readonly after?: Position | null
  /** False to omit the total. */
  readonly hasTotal?: boolean
  /** Whether to return bodies if that needs no additional statement. */
  readonly wantsBodies?: boolean
}

/** An item in one scope, with the version stamp of its visible content. */
export interface Entry {
  itemId: number
  documentId: number
  scope: number
  modelId: number
  spaceId: number
  createdAt: number
  languageMask: number
  /** The stored document, if it was read in the same statement. */
  body: Buffer | null
}

export interface Page {
  entries: Entry[]
  /** Null if it was not requested and is not known. */
  total: number | null
  /** With `after`: the position of the last entry, or null at the end of the list. */
  next?: Position | null
  /** The ids of all matching items in order, if they were cheap to read. */
  ids?: readonly number[]
  /** Cost of finding all matches, in rows to visit; an estimate if it is not known. */
  cost: number
}

/** Index keys of a field: with their counts, most frequent first, or the least and the greatest. */
export type FacetResult =
  | { readonly kind: 'counts'; readonly counts: readonly (readonly [key: string, count: number])[] }
  | { readonly kind: 'range'; readonly min: string | null; readonly max: string | null }

export type Side = 'prev' | 'next'
export type Neighbours = Partial<Record<Side, Entry>>

export interface LinkTargets {
  /** Visible items, with their model and space. */
  visible: Map<number, Place>
  media: Map<number, MediaTarget>
}

export interface Place {
  modelId: number
  spaceId: number
}

/** Visible media: not archived or trashed. */
export interface MediaTarget {
  spaceId: number
  filename: string
  alt: string
  focus: Focus | null
  /** If they were requested. */
  details?: MediaDetails
}

export interface MediaDetails extends Pick<MediaRecord, 'width' | 'height' | 'bytes' | 'type'> {
  /** Undefined until it is created: then nothing that contains it may be cached. */
  preview: MediaPreview | undefined
}

/** How links are shown. */
export interface LinkShape {
  /** Languages of alternative texts. */
  readonly own: number
  readonly main: number
  readonly hasMediaDetails: boolean
}

/** Version tag of an item's content, so that a write can refuse to overwrite a newer version. */
export function itemVersion(view: View, documentId: number, languageMask: number): string {
  return `${view}-${documentId}-${languageMask}`
}
