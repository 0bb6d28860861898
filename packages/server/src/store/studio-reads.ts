/** What Studio asks the store for beyond what the API does: what is away, and who did what. */
import type { Status } from '@octavo/schema/field-types.ts'
import type { Change, ChangeKind, MediaRecord } from './records.ts'

export interface StudioReads {
  /** In which languages items have data, as the draft view shows it. */
  languageStatuses(itemIds: readonly number[]): Promise<ItemLanguageStatus[]>
  /** Items in the archive or the trash, those that went there last first. */
  awayItems(filter: AwayFilter, window: Window): Promise<{ ids: number[]; total: number }>
  /** Items by model and space. */
  countItems(rootId: number): Promise<ItemCount[]>
  countMedia(rootId: number): Promise<{ spaceId: number; count: number }[]>
  media(filter: MediaFilter, window: Window): Promise<{ media: MediaRecord[]; total: number }>
  /** Spaces of items or media that exist, the trash included. */
  spacesOf(kind: 'item' | 'media', ids: readonly number[]): Promise<Map<number, number>>
  /** The newest first. */
  deeds(filter: DeedFilter, limit: number): Promise<Change[]>
  firstDeed(kind: ChangeKind, subjectId: number): Promise<Change | undefined>
  /** Items, not in the trash, that point at one of the targets, by id. */
  referrers(filter: ReferrerFilter, window: Window): Promise<{ ids: number[]; total: number }>
}

export interface Window {
  limit: number
  offset: number
}

export interface ItemLanguageStatus {
  itemId: number
  languageId: number
  status: Status
}

export interface AwayFilter {
  rootId: number
  state: 'archived' | 'trash'
  modelIds?: readonly number[]
  spaceIds?: readonly number[]
  /** Folded; all of them must be in its texts. */
  contains?: readonly string[]
  /** Left out: what went last comes first. */
  order?: { by: 'away' | 'created' | 'title'; isDescending: boolean }
}

export interface ItemCount {
  modelId: number
  spaceId: number
  state: 'active' | 'archived' | 'trash'
  count: number
}

export interface MediaFilter {
  rootId: number
  state: 'active' | 'archived' | 'trash'
  spaceIds: readonly number[] | null
  /** Folded; each must be in the file name or in an alternative text. */
  contains: readonly string[]
  /** Beginnings of content types; null for all. `except` turns it round. */
  types: { starts: readonly string[]; except: boolean } | null
  order: {
    by: 'created_at' | 'filename' | 'bytes' | 'archived_at' | 'deleted_at'
    isDescending: boolean
  }
}

export interface DeedFilter {
  /** Of this root, or of the instance as a whole. */
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
  /** Items that do not count. */
  exceptIds: readonly number[]
  spaceIds: readonly number[] | null
  /** Where index keys tell of it. */
  keys: { fieldIds: readonly number[]; languageIds: readonly number[] }
}
