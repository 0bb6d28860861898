import type { MediaPreview, MediaRecord } from './records.ts'

export interface MediaReads {
  /** Loads existing media in any state. In a write transaction it locks them. */
  load(ids: readonly number[]): Promise<MediaRecord[]>
  /** A media item that is neither archived nor in the trash, with only the columns that serving it needs. */
  served(id: number): Promise<ServedMedia | undefined>
  /** Id of a media item of this space that has this file and file name and is not in the trash. */
  withFile(file: Pick<MediaRecord, 'spaceId' | 'sha256' | 'filename'>): Promise<number | undefined>
  /** Whether any media item uses this file, including those in the trash. */
  isFileUsed(sha256: string): Promise<boolean>
  after(rootId: number, afterId: number, limit: number): Promise<MediaRecord[]>
  /** Which of these media have wrong or missing search texts. */
  misfits(media: readonly MediaRecord[]): Promise<number[]>
  /** Ids of deleted media that still have search texts. */
  orphans(limit: number): Promise<number[]>
  /** Images without a preview, one for each file. */
  withoutPreview(limit: number): Promise<Pick<MediaRecord, 'id' | 'sha256'>[]>
  /** The folders and tags in use, with the number of media that are neither archived nor in the trash. */
  labels(filter: LabelFilter): Promise<MediaLabels>
  /** Root and space of existing media that are not in the trash. */
  identify(ids: readonly number[]): Promise<{ id: number; rootId: number; spaceId: number }[]>
}

export type ServedMedia = Omit<
  MediaRecord,
  'alts' | 'tags' | 'folder' | 'createdAt' | 'archivedAt' | 'deletedAt'
>

export interface LabelFilter {
  rootId: number
  spaceIds: readonly number[] | null
}

export interface LabelCount {
  name: string
  count: number
}

export interface MediaLabels {
  folders: LabelCount[]
  tags: LabelCount[]
}

export interface MediaWrites {
  /** Locks the file: other transactions that add or remove it wait until this transaction ends. */
  lockFile(sha256: string): Promise<void>
  /** Media that were trashed before this time. */
  trashedBefore(time: number, limit: number): Promise<{ id: number; sha256: string }[]>
  insert(media: MediaRecord): Promise<void>
  update(media: MediaRecord): Promise<void>
  remove(ids: readonly number[]): Promise<void>
  /** Stores the preview of a file. */
  savePreview(sha256: string, preview: MediaPreview): Promise<void>
  removePreview(sha256: string): Promise<void>
  /** Returns the number of deleted media whose search texts were removed. */
  removeOrphans(): Promise<number>
}
