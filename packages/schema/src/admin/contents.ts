/** Content in Studio: lists, one item for editing, changes. Times are ISO 8601 UTC. */
import type { Problem } from '../errors.ts'
import type { Status } from '../field-types.ts'

/** Who did something: `name` is what people call them, '' where nobody knows any more. */
export interface Actor {
  kind: 'user' | 'key' | 'cli' | 'system'
  id: number | null
  name: string
}

export interface LanguageStatus {
  language: string
  status: Status
}

export const contentStates = ['active', 'archived', 'trash'] as const
export type ContentState = (typeof contentStates)[number]

/**
 * `listContents` takes every parameter of `GET /v1/contents` (model, space, lang, contains, order,
 * limit up to 100, offset, filters such as `author._id[eq]`), in the draft view and with
 * `lang_fallback=true` unless it says otherwise. `select`, `depth` and formats are not used.
 */
export interface ContentListQuery {
  /**
   * Archived items and the trash know only model, space, contains, limit, offset, and as `order`
   * `_title`, `_created_at` and `_away_at`, when they went there; the last first unless told.
   */
  state?: ContentState
  /** Comma-separated names of fields to show: `author,seo.meta_title`. At most 20. */
  columns?: string
  [parameter: string]: string | undefined
}

export interface ContentList {
  total: number
  offset: number
  limit: number
  rows: ContentRow[]
}

export interface ContentRow {
  id: number
  /** LUID. */
  model: string
  /** LUID. */
  space: string
  title: string
  /** Of the language shown; null for an archived or deleted item without data. */
  status: Status | null
  /** The language that title, status and cells are of. */
  language: string
  /** Every language that has data, in the order of the definition. */
  languages: LanguageStatus[]
  createdAt: string
  updatedAt: string
  publishedAt: string | null
  lastPublishedAt: string | null
  archivedAt: string | null
  deletedAt: string | null
  /** The columns asked for, by name, as the API renders them; long texts are cut at 200 characters.
   * References are `{_id, _title, _model}` or null, media `{url, alt}` or null. */
  cells: Record<string, unknown>
}

/** Up to 10,000 ids of what a list matches, for changes of all of it. Parameters as `listContents`. */
export interface ContentIds {
  total: number
  ids: number[]
}

export interface EditableItem {
  id: number
  model: string
  space: string
  title: string
  createdAt: string
  archivedAt: string | null
  deletedAt: string | null
  createdBy: Actor | null
  /** The last change of any kind. */
  changedBy: Actor | null
  changedAt: string
  /** Every language of the root in its order, those without data included. */
  languages: EditableLanguage[]
  /** What would keep each language's draft from being published: paths `languages.ja.fields.title`. */
  problems: Problem[]
  /** Whatever the values point at, by id, so that the editor shows names at once. */
  items: Record<number, ItemLabel>
  media: Record<number, MediaLabel>
}

export interface EditableLanguage {
  language: string
  /** Null: no data. */
  status: Status | null
  /** Changes with every change of this language's data. Opaque; sent back as `expected`. */
  version: string
  draft: StageValues | null
  published: StageValues | null
  publishedAt: string | null
  lastPublishedAt: string | null
}

export interface StageValues {
  /**
   * Values by field LUID in the shapes that /v1 writes take (references and media as ids, flexible
   * text as portable_html, multi select as an array). Empty fields are left out, and in a
   * sub-language those that are not translatable.
   */
  fields: Record<string, unknown>
  updatedAt: string
}

export interface ItemLabel {
  id: number
  title: string
  model: string
  space: string
  /** Status in the main language; null without data there. */
  status: Status | null
  state: ContentState
}

export interface MediaLabel {
  id: number
  filename: string
  type: string
  url: string
  alt: string
  width: number | null
  height: number | null
  state: ContentState
}

export interface Labels {
  items: Record<number, ItemLabel>
  media: Record<number, MediaLabel>
}

export interface ItemCreation {
  model: string
  /** LUID; left out: the parent space. */
  space?: string
  /** The main language must be among them. `fields` may be `{}`: defaults are filled in. */
  languages: Record<string, { fields: Record<string, unknown> }>
  /** Chosen by the sender: the same one again within a day gives the item that the first made. */
  requestId?: string
}

/** Saves drafts. Only the languages and fields named change; null empties a field. */
export interface ItemSave {
  languages: Record<string, LanguageSave>
}

export interface LanguageSave {
  fields: Record<string, unknown>
  /** The version that the sender has seen; null overwrites whatever is there. */
  expected: string | null
}

export const itemActions = [
  'publish',
  'unpublish',
  'addDraft',
  'discardDraft',
  'archive',
  'restore',
  'delete',
] as const
/** `publish` of an item that is published overwrites it. `restore`: from the trash or archive. */
export type ItemAction = (typeof itemActions)[number]

export interface ItemStateChange {
  action: ItemAction
  /** Only this language; null or left out: all. Not for archive, restore and delete. */
  language?: string | null
  /** Versions by language that the sender has seen; refused with 412 if one is not current. */
  expected?: Record<string, string>
}

export interface BulkChange {
  action: Exclude<ItemAction, 'addDraft' | 'discardDraft'>
  /** At most 100. Each is changed by itself, whatever happens to the others. */
  ids: number[]
  language?: string | null
}

export interface BulkResult {
  results: { id: number; isDone: boolean; problems: Problem[] }[]
}

/** Saves drafts of many items, each by itself, whatever happens to the others. */
export interface BulkEdit {
  /** At most 100. */
  edits: ItemEdit[]
}

export interface ItemEdit {
  id: number
  /** One that the item has data in. */
  language: string
  /** Only the fields named change; null empties a field. Null instead of fields discards the draft. */
  fields: Record<string, unknown> | null
  /** The version that the sender has seen; null overwrites whatever is there. */
  expected: string | null
}

export interface BulkEditResult {
  /** `undo` is the edit that brings back what was there; null where nothing changed. */
  results: (BulkResult['results'][number] & { undo: ItemEdit | null })[]
}

/** Items that point at an item or a media item, in any language and stage. Archived ones included. */
export interface ReferrerList {
  total: number
  offset: number
  limit: number
  rows: Referrer[]
}

/** Who points at any of these, themselves left out: what is to be known before they are put away. */
export interface ReferrerQuestion {
  kind: 'item' | 'media'
  /** At most 10,000. */
  ids: number[]
}

export interface Referrer extends ItemLabel {
  /** Where it points from, once each, at most 20: `{language: 'ja', stage: 'draft', path: 'links[0].to'}`. */
  places: { language: string; stage: 'draft' | 'published'; path: string }[]
}

/** What happened to one item, or to a whole root: the newest first. */
export interface DeedList {
  deeds: Deed[]
  /** `before` of the next page; null at the end. */
  next: number | null
}

export const deedKinds = ['item', 'media', 'schema', 'key', 'user', 'space'] as const

export interface Deed {
  seq: number
  at: string
  kind: (typeof deedKinds)[number]
  /** Id of the item, media, key or user; of the root for a schema change. */
  subjectId: number
  /** What people call it; '' where it is gone. */
  subject: string
  model: string | null
  actor: Actor
  /** `create`, `patch`, `publish`, … */
  action: string
  languages: string[]
}

/** One message of `events`: something changed. `event: change`, `id:` is the seq. */
export interface ChangeEvent extends Pick<Deed, 'seq' | 'at' | 'kind' | 'subjectId' | 'action'> {
  model: string | null
  actor: Pick<Actor, 'kind' | 'id'>
}
