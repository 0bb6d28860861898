/** What delivery asks the store for: version stamps first, documents only where they are not known. */
import type { View } from '@octavo/schema/field-types.ts'
import type { Selection, Sight } from '../query/tree.ts'

export interface Reading {
  /** One page of a list and the exact number of all that match. */
  page(selection: Selection, request: PageRequest): Promise<Page>

  /** The items before and after one, in the list that the selection gives; it need not be in it. */
  neighbours(selection: Selection, itemId: number, sides: readonly Side[]): Promise<Neighbours>

  /** Those of the items that can be seen. */
  entries(sight: Sight, itemIds: readonly number[]): Promise<Entry[]>

  /** The newest document of an item in a view, in whatever language. */
  newestDocument(itemId: number, view: View): Promise<number>

  bodies(documentIds: readonly number[]): Promise<ReadonlyMap<number, Buffer>>

  /** What is left to fill in at the end: which items can be seen at all, and media. */
  ends(
    sight: Sight,
    itemIds: readonly number[],
    mediaIds: readonly number[],
    languages: { own: number; main: number },
  ): Promise<Ends>
}

export interface PageRequest {
  readonly limit: number
  readonly offset: number
  /** Whether bodies are wanted where they cost no statement of their own. */
  readonly wantsBodies?: boolean
}

/** An item in one scope, with the version stamp of what is shown of it. */
export interface Entry {
  itemId: number
  documentId: number
  scope: number
  modelId: number
  spaceId: number
  createdAt: number
  languageMask: number
  /** The document as it is stored, where it was read along. */
  body: Buffer | null
}

export interface Page {
  entries: Entry[]
  total: number
  /** Of all that match, in order, where that came at no great price. */
  ids?: readonly number[]
  /** What it takes to find all of them, in rows to look at, as far as that is known. */
  cost: number
}

export type Side = 'prev' | 'next'
export type Neighbours = Partial<Record<Side, Entry>>

export interface Ends {
  /** Items that can be seen, with where they are. */
  visible: Map<number, Place>
  media: Map<number, MediaEnd>
}

export interface Place {
  modelId: number
  spaceId: number
}

/** Media that may be shown; archived and deleted ones are not among them. */
export interface MediaEnd {
  spaceId: number
  filename: string
  alt: string
}

/** Names what was read of an item, so that a write can refuse to lay itself over anything newer. */
export function itemVersion(view: View, documentId: number, languageMask: number): string {
  return `${view}-${documentId}-${languageMask}`
}
