import type { QuotaCheck } from '../access/quotas.ts'
import type { ContentContext } from '../content/context.ts'
import type { Spool } from './spool.ts'
import type { MediaStorage } from './storage.ts'

export interface MediaLimits {
  /** The largest file that is taken. */
  readonly uploadBytes: number
  /** The most pixels that an image may have, all frames together. */
  readonly pixels: number
}

export const usualMediaLimits: MediaLimits = { uploadBytes: 32 * 1024 * 1024, pixels: 100_000_000 }

/** What use cases need that touch files. */
export interface MediaContext extends ContentContext {
  readonly mediaStorage: MediaStorage
}

/** What it takes to receive files. */
export interface UploadContext extends MediaContext {
  readonly spool: Spool
  readonly mediaLimits: MediaLimits
}

/** The same for files of those whom a quota binds. */
export interface ReceivingContext extends UploadContext {
  readonly quotas: Pick<QuotaCheck, 'requireRoom'>
}
