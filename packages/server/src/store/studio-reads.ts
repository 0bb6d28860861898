/** Reads that only Studio needs: archived and trashed items, and the audit log. */
import type { Language } from '@octavo/schema/definitions.ts'
import type { Status } from '@octavo/schema/field-types.ts'
import type { MediaFilter } from '../query/media-filter.ts'
import type { Change, ChangeKind, MediaRecord } from './records.ts'

export interface StudioReads {
  /** The languages in which items have data in the draft view. */
  languageStatuses(itemIds: readonly number[]): Promise<ItemLanguageStatus[]>
  /** Translations of active items whose original has changed since. */
  outdatedTranslations(
    itemIds: readonly number[],
    originalId: number,
  ): Promise<{ itemId: number; languageId: number }[]>
  /** Active items whose translation is outdated, newest first. */
  outdatedItems(
    filter: TranslationFilter & { languageId: number },
    limit: number,
  ): Promise<number[]>
  countTranslations(
    filter: TranslationFilter,
    languages: readonly Pick<Language, 'id' | 'bit'>[],
  ): Promise<TranslationCount[]>
  /** Items in the archive or the trash, most recent first. */
  inactiveItems(filter: InactiveFilter, window: Window): Promise<{ ids: number[]; total: number }>
  /** Item counts by model, space and state. */
  countItems(rootId: number): Promise<ItemCount[]>
  countMedia(rootId: number): Promise<{ spaceId: number; count: number }[]>
  media(filter: MediaFilter, window: Window): Promise<{ media: MediaRecord[]; total: number }>
  /** Space ids of existing items or media, including those in the trash. */
  spacesOf(kind: 'item' | 'media', ids: readonly number[]): Promise<Map<number, number>>
  /** Entries of the audit log, newest first. */
  auditEntries(filter: AuditFilter, limit: number): Promise<Change[]>
  firstAuditEntry(kind: ChangeKind, subjectId: number): Promise<Change | undefined>
  /** Languages of items with a draft that this user saved last, newest first. */
  recentDrafts(filter: RecentFilter & { actor: string }, limit: number): Promise<RecentRevision[]>
  /** Languages of items that users have published, newest first. */
  recentPublications(filter: RecentFilter, limit: number): Promise<RecentRevision[]>
  /** Items that refer to one of the targets and are not in the trash, ordered by id. */
  referrers(filter: ReferrerFilter, window: Window): Promise<{ ids: number[]; total: number }>
}

export interface TranslationFilter {
  /** The main language. */
  originalId: number
  modelIds: readonly number[]
  /** Null for all. */
  spaceIds: readonly number[] | null
}

/** Of the items of a model that have data in the main language. */
export interface TranslationCount {
  modelId: number
  total: number
  missing: Map<number, number>
  outdated: Map<number, number>
}

export interface Window {
  limit: number
  offset: number
}

/** Active items of these spaces; null for all spaces. */
export interface RecentFilter {
  rootId: number
  spaceIds: readonly number[] | null
}

/** The latest revision of a language of an item. */
export interface RecentRevision {
  itemId: number
  languageId: number
  at: number
  actor: string
}

export interface ItemLanguageStatus {
  itemId: number
  languageId: number
  status: Status
}

export interface InactiveFilter {
  rootId: number
  state: 'archived' | 'trash'
  modelIds?: readonly number[]
  spaceIds?: readonly number[]
  /** Folded keywords; the texts of the item must contain all of them. */
  contains?: readonly string[]
  /** Default: the most recently archived or trashed first. */
  order?: { by: 'inactiveAt' | 'created' | 'title'; isDescending: boolean }
}

export interface ItemCount {
  modelId: number
  spaceId: number
  state: 'active' | 'archived' | 'trash'
  count: number
}

export interface AuditFilter {
  /** Entries of this root and of the whole instance. */
  rootId?: number
  kind?: ChangeKind
  subjectId?: number
  actor?: string
  before?: number
}

export interface ReferrerFilter {
  rootId: number
  kind: 'item' | 'media'
  targetIds: readonly number[]
  /** Items to exclude. */
  exceptIds: readonly number[]
  spaceIds: readonly number[] | null
  /** Fields and languages whose index keys contain references. */
  keys: { fieldIds: readonly number[]; languageIds: readonly number[] }
}
