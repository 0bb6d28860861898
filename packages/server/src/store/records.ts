/** The shapes that are stored. Times are milliseconds since 1970. */
import type { Preferences } from '@octavo/schema/admin/account.ts'
import type { RootSettings, RootDefinition } from '@octavo/schema/definitions.ts'
import type { Status, View } from '@octavo/schema/field-types.ts'
import type { Role } from '@octavo/schema/roles.ts'
import type { StoredValues } from '../fields/field-type.ts'

/** A content item: the source of truth, from which everything that is read is derived. */
export interface Item {
  id: number
  rootId: number
  spaceId: number
  modelId: number
  createdAt: number
  archivedAt: number | null
  /** In the trash since; null where it is not. */
  deletedAt: number | null
  languages: Map<number, ItemLanguage>
}

/** One language of an item. It stays, without data, while its first publication must be remembered. */
export interface ItemLanguage {
  draft: StageData | null
  published: StageData | null
  /** The first publication; never changes once set. */
  publishedAt: number | null
  lastPublishedAt: number | null
}

export interface StageData {
  values: StoredValues
  updatedAt: number
}

export const stages = ['draft', 'published'] as const
export type Stage = (typeof stages)[number]

/** What one item looks like to readers: derived from the item and the schema, never edited. */
export interface Derived {
  /** One for each language and view in which the item is visible. */
  entries: DerivedEntry[]
  /** Values that must be unique, by field and language. */
  claims: Claim[]
  /** What it points at, in any language and stage; archived items still do. */
  uses: Use[]
  /** Of an item in the archive or the trash: what it is found by there. */
  away?: AwayText
}

/** Both folded. */
export interface AwayText {
  title: string
  text: string
}

/** Where an item belongs. */
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

/** What is shown, found and searched. Two views that show the same share one document. */
export interface DerivedDocument {
  /** Over what the body is made from, keys and texts: equal ones mean that nothing has to be written. */
  digest: string
  /** As it is stored for readers. */
  body: string
  indexKeys: IndexRow[]
  searchTexts: SearchRow[]
}

/** What a document is made from. */
export interface DocumentBody {
  title: string
  status: Status
  updatedAt: number
  publishedAt: number | null
  lastPublishedAt: number | null
  values: StoredValues
}

export interface IndexRow {
  fieldId: number
  /** The first `indexKeyLength` characters of the key. */
  key: string
  /** What of a long key did not fit, so that equality and order stay exact. */
  rest: string
  /** Stands for the rest in the index; equal where the rests are. */
  restDigest: string
}

export interface SearchRow {
  fieldId: number
  /** Folded; several texts of one field are parted by the separator. */
  text: string
}

export interface Claim {
  spaceId: number
  fieldId: number
  languageId: number
  /** Digest of the value, so that long values fit an index. */
  value: string
}

export type RootRecord = Pick<RootDefinition, 'id' | 'luid' | 'name'> & { settings: RootSettings }

export interface MediaRecord {
  id: number
  rootId: number
  spaceId: number
  filename: string
  /** Content type, told from the bytes. */
  type: string
  bytes: number
  width: number | null
  height: number | null
  /** SHA-256 of the bytes in hex: the name of the file in the media storage. */
  sha256: string
  createdAt: number
  archivedAt: number | null
  deletedAt: number | null
  /** Alternative text by language id. */
  alts: Map<number, string>
}

export interface KeyRecord {
  id: number
  rootId: number
  name: string
  /** SHA-256 of the secret in hex. */
  secretHash: string
  /** The first characters of the key, to recognise it by. */
  hint: string
  reads: View
  /** Ids of the spaces it is restricted to; null for all. */
  spaceIds: number[] | null
  writesContents: boolean
  writesMedia: boolean
  /** Requests a minute; 0 is no limit; null the default. */
  readLimit: number | null
  writeLimit: number | null
  expiresAt: number | null
  disabledAt: number | null
  createdAt: number
}

export interface UserRecord {
  id: number
  email: string
  role: Role
  /** '' until one is set: then no password opens the account. */
  passwordHash: string
  createdAt: number
  name: string
  /** Ids of the spaces that an editor or viewer is restricted to; null for all. */
  spaceIds: number[] | null
  preferences: Preferences
}

export const defaultPreferences: Preferences = { language: null, theme: 'system' }

/** Somebody who is signed in with one browser. */
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

/** One line of the change log. Whoever must react to a change reads the log. */
export interface Change {
  seq: number
  at: number
  rootId: number
  kind: ChangeKind
  /** Id of the item, media, key or user; of the root for a schema change. */
  subjectId: number
  modelId: number | null
  /** Who did it: `cli`, `key:12`, `user:3`, `system`. */
  actor: string
  /** What was done, e.g. `create`, `publish`. */
  action: string
  /** Scopes whose answers may differ now. */
  scopes: number[]
}

export type ChangeKind = 'item' | 'media' | 'schema' | 'key' | 'user' | 'space'
export type NewChange = Omit<Change, 'seq'>

/** The answer to a request that carried an Idempotency-Key, kept to be given again. */
export interface KeptReply {
  keyId: number
  name: string
  /** Digest of the request, so that another request under the same name is told apart. */
  requestDigest: string
  /** What it made: an item, or a media item. */
  itemId: number
  at: number
}
