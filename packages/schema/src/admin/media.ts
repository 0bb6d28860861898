import type { ContentState } from './contents.ts'

export const mediaKinds = ['image', 'video', 'audio', 'document', 'other'] as const
export type MediaKind = (typeof mediaKinds)[number]

export interface MediaListQuery {
  state?: ContentState
  /** LUIDs, comma-separated. */
  space?: string
  /** Part of a file name or alternative text. */
  contains?: string
  kind?: MediaKind
  /** `-created_at` (default), `created_at`, `filename`, `-filename`, `bytes`, `-bytes`. */
  order?: string
  /** 1 to 100; default 50. */
  limit?: string
  offset?: string
}

export interface MediaList {
  total: number
  offset: number
  limit: number
  rows: MediaItem[]
}

export interface MediaItem {
  id: number
  /** LUID. */
  space: string
  filename: string
  /** Content type, told from the bytes. */
  type: string
  bytes: number
  width: number | null
  height: number | null
  /** The original; the optimizer's parameters may be added. */
  url: string
  /** By language key. */
  alts: Record<string, string>
  createdAt: string
  archivedAt: string | null
  deletedAt: string | null
}

/** `uploadMedia` and `replaceMedia` take multipart/form-data with one part `file`. */
export interface UploadQuery {
  /** LUID; left out: the parent space. */
  space?: string
}

export interface MediaChange {
  /** By language key; null takes one away. Languages not named stay. */
  alts?: Record<string, string | null>
}

export interface MediaStateChange {
  action: 'archive' | 'restore' | 'delete'
  /** At most 100; all of them or none. */
  ids: number[]
}
