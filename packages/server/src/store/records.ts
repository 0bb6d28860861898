/** The stored records. Times are milliseconds since 1970. */
import type { Preferences } from '@octavo/schema/admin/account.ts'
import type { auditKinds } from '@octavo/schema/choices.ts'
import type { RootSettings, RootDefinition } from '@octavo/schema/definitions.ts'
import type { EventType } from '@octavo/schema/events.ts'
import type { Status, View } from '@octavo/schema/field-types.ts'
import type { Role } from '@octavo/schema/roles.ts'
import type { StoredValues } from '../fields/field-type.ts'
import type { IndexRow } from '../query/index-key.ts'

/** A content item: the source of truth that everything readers see is derived from. */
export interface Item {
  id: number
  rootId: number
  spaceId: number
  modelId: number
  createdAt: number
  archivedAt: number | null
  /** When the item was trashed; null if it is not in the trash. */
  deletedAt: number | null
  languages: Map<number, ItemLanguage>
}

/** One language of an item. It is kept without data to preserve the time of its first publication. */
export interface ItemLanguage {
  draft: StageData | null
  published: StageData | null
  /** The first publication; changes only when that publication is undone. */
  publishedAt: number | null
  lastPublishedAt: number | null
}

export interface StageData {
  values: StoredValues
  updatedAt: number
}

export const stages = ['draft', 'published'] as const
export type Stage = (typeof stages)[number]

/** The representation of an item for readers: derived from the item and the schema, never edited. */
export interface Derived {
  /** One for each language and view in which the item is visible. */
  entries: DerivedEntry[]
  /** Values that must be unique, by field and language. */
  claims: Claim[]
  /** Targets of its references in any language and stage. Archived items keep theirs. */
  uses: Use[]
  /** Search text of an archived or trashed item. */
  inactiveText?: InactiveText
}

/** Both texts are folded. */
export interface InactiveText {
  title: string
  text: string
}

/** The model and spaces that an item belongs to. */
export interface ItemIdentity {
  id: number
  rootId: number
  modelId: number
  spaceId: number
}

export const useKinds = ['item', 'media'] as const

export interface Use {
  kind: (typeof useKinds)[number]
  targetId: number
}

export interface DerivedEntry {
  scope: number
  languageId: number
  view: View
  status: Status
  updatedAt: number
  publishedAt: number | null
  lastPublishedAt: number | null
  /** Bit mask of the languages in which the item is visible in this view. */
  languageMask: number
  document: DerivedDocument
}

/** The content, index keys and search texts of an entry. Views with equal content share one document. */
export interface DerivedDocument {
  /** Digest of the body's source, keys and texts. If it is equal, nothing has to be written. */
  digest: string
  /** The serialized document that readers receive. */
  body: string
  indexKeys: IndexRow[]
  searchTexts: SearchRow[]
  /** The keys and folded texts of each entry of each repeat, as JSON; null if there are none. */
  entries: string | null
}

/** The source of a document's body. */
export interface DocumentBody {
  title: string
  status: Status
  updatedAt: number
  publishedAt: number | null
  lastPublishedAt: number | null
  values: StoredValues
}

export interface SearchRow {
  fieldId: number
  /** Folded. A separator divides several texts of one field. */
  text: string
}

export interface Claim {
  spaceId: number
  fieldId: number
  languageId: number
  /** Digest of the value, so that long values fit an index. */
  value: string
}

/** Identifies the claimed value, regardless of the item that holds it. */
export function claimKey({ spaceId, fieldId, languageId, value }: Claim): string {
  return `${spaceId} ${fieldId} ${languageId} ${value}`
}

export type RootRecord = Pick<RootDefinition, 'id' | 'luid' | 'name'> & { settings: RootSettings }

export interface MediaRecord {
  id: number
  rootId: number
  spaceId: number
  filename: string
  /** Content type, detected from the bytes. */
  type: string
  bytes: number
  width: number | null
  height: number | null
  /** SHA-256 of the bytes in hex: the name of the file in the media storage. */
  sha256: string
  /** A path such as `press/2026`; empty if it is in no folder. */
  folder: string
  /** Null until an editor sets it; then the centre applies. */
  focus: Focus | null
  createdAt: number
  archivedAt: number | null
  deletedAt: number | null
  /** Alternative text by language id. */
  alts: Map<number, string>
  /** In order. */
  tags: string[]
}

/** The point of an image that crops keep in view: from 0 (left, top) to 1 (right, bottom). */
export interface Focus {
  x: number
  y: number
}

/** What a page shows while an image loads. Null if the file cannot be decoded. */
export interface MediaPreview {
  /** A data URL. */
  placeholder: string | null
  /** Base64. */
  thumbhash: string | null
  /** The dominant colour: `#rrggbb`. */
  color: string | null
}

export interface KeyRecord {
  id: number
  rootId: number
  name: string
  /** SHA-256 of the secret in hex. */
  secretHash: string
  /** The first characters of the key, for display. */
  hint: string
  reads: View
  /** Ids of the spaces it is restricted to; null for all. */
  spaceIds: number[] | null
  writesContents: boolean
  writesMedia: boolean
  /** Whether its writes may change published content. */
  publishes: boolean
  /** Whether a key that reads published data may list media. Keys that read drafts always may. */
  listsMedia: boolean
  /** Requests per minute. 0: no limit; null: the default. */
  readLimit: number | null
  writeLimit: number | null
  expiresAt: number | null
  disabledAt: number | null
  createdAt: number
}

/** Lets a program use the management API. */
export interface TokenRecord {
  id: number
  name: string
  /** SHA-256 of the token in hex. */
  tokenHash: string
  /** The first characters of the token, to recognise it by. */
  hint: string
  role: Role
  /** Ids of the spaces that an editor, writer or viewer is restricted to; null for all. */
  spaceIds: number[] | null
  expiresAt: number | null
  createdAt: number
  lastUsedAt: number | null
}

export interface UserRecord {
  id: number
  email: string
  role: Role
  /** '' until a password is set; until then, no password is accepted. */
  passwordHash: string
  createdAt: number
  name: string
  /** Ids of the spaces that an editor, writer or viewer is restricted to; null for all. */
  spaceIds: number[] | null
  preferences: Preferences
}

export const defaultPreferences: Preferences = {
  language: null,
  theme: 'system',
  density: 'comfortable',
}

/** A signed-in browser. */
export interface SessionRecord {
  id: string
  userId: number
  /** SHA-256 of the token in hex. */
  tokenHash: string
  createdAt: number
  lastSeenAt: number
  address: string
  agent: string
}

/** One entry of the change log. Everything that reacts to changes reads this log. */
export interface Change {
  seq: number
  at: number
  rootId: number
  kind: ChangeKind
  /** Id of the item, media, key or user; of the root for a schema change. */
  subjectId: number
  modelId: number | null
  /** The actor: `cli`, `key:12`, `user:3`, `system`. */
  actor: string
  /** The action, e.g. `create`, `publish`. */
  action: string
  /** Scopes whose responses may have changed. */
  scopes: number[]
  /** The space of an item or media item; null for other changes, and in entries of earlier versions. */
  spaceId: number | null
  /** The meaning of the change for readers. Empty in entries of earlier versions. */
  events: LoggedEvent[]
  /** Equal for changes that were made together. 0 in entries of earlier versions. */
  batch: number
  /** The network address of the client. Null for commands and background work, and in earlier entries. */
  address: string | null
}

/** An event of a change: at most one for each language of an item, one for other changes. */
export interface LoggedEvent {
  type: EventType
  /** 0 if the event has no language. */
  languageId: number
  /** Whether only readers of drafts may receive it. */
  isDraft: boolean
}

export type ChangeKind = (typeof auditKinds)[number]
export type NewChange = Omit<Change, 'seq' | 'batch' | 'spaceId' | 'events' | 'address'> &
  Partial<Pick<Change, 'spaceId' | 'events'>>

/** The stored reply to a request with an Idempotency-Key. */
export interface IdempotentReply {
  keyId: number
  name: string
  /** Digest of the request, to detect a different request with the same key. */
  requestDigest: string
  /** Id of the created item or media item. For an import: the next line of its file. */
  itemId: number
  at: number
}
