/** Earlier states of items, by item and number. `content/revisions/README.md` describes how they are stored. */
import type { FieldTypeName } from '@octavo/schema/field-types.ts'
import type { revisionKinds } from '@octavo/schema/choices.ts'

export type RevisionKind = (typeof revisionKinds)[number]

export interface RevisionFacts {
  itemId: number
  languageId: number
  /** Counts from 1 in each item, over all languages. */
  number: number
  kind: RevisionKind
  /** The first and the last save of an editing session; otherwise equal. */
  startedAt: number
  at: number
  actor: string
  /** A named revision is never pruned. */
  name: string | null
  /** Ids of the changed fields; null for the first revision of a language. */
  fields: number[] | null
}

/** The latest revision of a language. Its content is the current content of the item, unless it is sealed. */
export interface RevisionHead extends RevisionFacts {
  /** The last change of the text that is translated, or when a user found the translation current; null: `at`. */
  textAt: number | null
  /** How many sealed revisions are in the group that the next one joins; 0 without a group. */
  length: number
  /** Numbers of the revisions that the content of the last one of the group is decompressed from. */
  path: number[]
  /** Whether the content is stored as a sealed revision, because the schema has changed the item since. */
  isSealed: boolean
}

/** A revision with its own content. Revisions of one group are stored as differences. */
export interface SealedRevision extends RevisionFacts {
  rootId: number
  /** Number of the first revision of the group. */
  base: number
  /** Position in the group, from 0. */
  position: number
  data: string
}

/** Revisions in a group, at most. Those of a group follow each other in their language. */
export const largestGroup = 32

export interface RevisionGroup {
  itemId: number
  languageId: number
  base: number
}

/** A field that a schema change has removed, for revisions that contain its values. */
export interface RetiredField {
  fieldId: number
  rootId: number
  luid: string
  name: string
  /** Null if an earlier version of Octavo removed the field. */
  type: FieldTypeName | null
}

export interface RevisionPage {
  itemId: number
  languageId: number
  before: number
  limit: number
}

export interface RevisionReads {
  heads(itemIds: readonly number[]): Promise<RevisionHead[]>
  /** Sealed revisions of a language without their content, newest first. */
  page(page: RevisionPage): Promise<RevisionFacts[]>
  find(
    itemId: number,
    languageIds: readonly number[],
    number: number,
  ): Promise<SealedRevision | undefined>
  /** The revisions of a group in order. */
  group(group: RevisionGroup): Promise<SealedRevision[]>
  /** The revisions on the paths of these heads. */
  onPaths(heads: readonly RevisionHead[]): Promise<SealedRevision[]>
  /** All groups of an item. */
  groups(itemId: number): Promise<RevisionGroup[]>
  /** Unnamed sealed revisions of these kinds before a time. */
  expired(
    rootId: number,
    kinds: readonly RevisionKind[],
    before: number,
    limit: number,
  ): Promise<(RevisionGroup & { number: number })[]>
  retiredFields(rootId: number): Promise<RetiredField[]>
}

export interface RevisionWrites {
  saveHeads(heads: readonly RevisionHead[]): Promise<void>
  insert(revisions: readonly SealedRevision[]): Promise<void>
  /** Replaces the revisions of a group. */
  replaceGroup(group: RevisionGroup, revisions: readonly SealedRevision[]): Promise<void>
  rename(itemId: number, languageId: number, number: number, name: string | null): Promise<void>
  /** Removes the content of languages that no longer exist. Their numbers stay in use. */
  removeLanguages(rootId: number, languageIds: readonly number[]): Promise<void>
  retireFields(fields: readonly RetiredField[]): Promise<void>
}
