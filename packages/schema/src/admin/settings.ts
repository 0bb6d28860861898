/** Keys, settings of a root, usage, and the explorer. Times are ISO 8601 UTC. */
import type { Quotas } from '../definitions.ts'
import type { Problem } from '../errors.ts'
import type { View } from '../field-types.ts'

export interface Limits {
  /** Requests a minute for keys without limits of their own; 0 is no limit. */
  readLimit: number
  writeLimit: number
  uploadBytes: number
  pixels: number
  trashDays: number
}

export interface KeyInfo {
  id: number
  name: string
  /** The first characters, to recognise it by. */
  hint: string
  reads: View
  /** LUIDs; null for all. */
  spaces: string[] | null
  writesContents: boolean
  writesMedia: boolean
  /** Requests a minute; 0 is no limit; null the default. */
  readLimit: number | null
  writeLimit: number | null
  expiresAt: string | null
  disabledAt: string | null
  createdAt: string
  lastUsedAt: string | null
}

export interface KeyCreation {
  name: string
  reads: View
  spaces?: string[] | null
  writesContents?: boolean
  writesMedia?: boolean
  readLimit?: number | null
  writeLimit?: number | null
  expiresAt?: string | null
}

/** The only time that the text of a key is known. */
export interface CreatedKey {
  key: string
  info: KeyInfo
}

export interface KeyChange extends Partial<Omit<KeyCreation, 'reads'>> {
  isDisabled?: boolean
}

export interface SettingsChange {
  extendedWrites?: boolean
  /** Null: the default list. */
  iframeHosts?: string[] | null
  textElements?: string[]
}

export interface Usage {
  /** Requests that reached the origin in this calendar month (UTC). */
  requests: number
  /** What is there and not in the trash. */
  stored: { items: number; media: number; mediaBytes: number }
  /** What the operator allows. */
  quotas: Quotas
  /** By day and key, oldest first; days and keys without any are left out. */
  days: UsageDay[]
}

export interface UsageDay {
  /** `2026-11-14` */
  date: string
  keyId: number
  /** Those that the cache did not answer. */
  reads: number
  writes: number
  cacheHits: number
  errors: number
}

export interface ExplorerRequest {
  view: View
  /** Below /v1: `/contents?model=article` or `/contents/12`. */
  path: string
}

export interface ExplorerAnswer {
  status: number
  headers: Record<string, string>
  /** Text of the body: JSON. */
  body: string
  /** What is wrong with the question, where that is why it was refused. */
  problems: Problem[]
  milliseconds: number
  /** To be pasted; the key is a placeholder. */
  curl: string
}

export interface AuditQuery {
  /** Of `deedKinds`. */
  kind?: string
  /** `user:3`, `key:12`, `cli`, `system`. */
  actor?: string
  /** Seq of the last deed of the page before. */
  before?: string
  /** 1 to 100; default 50. */
  limit?: string
}
