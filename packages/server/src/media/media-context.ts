import type { QuotaCheck } from '../access/quotas.ts'
import type { ContentContext } from '../content/context.ts'
import type { Spool } from './spool.ts'
import type { MediaStorage } from './storage.ts'

export interface MediaLimits {
  /** The largest accepted file. */
  readonly uploadBytes: number
  /** The maximum pixels of an image, all frames together. */
  readonly pixels: number
}

export const defaultMediaLimits: MediaLimits = {
  uploadBytes: 32 * 1024 * 1024,
  pixels: 100_000_000,
}

/** For use cases that work with files. */
export interface MediaContext extends ContentContext {
  readonly mediaStorage: MediaStorage
}

/** For use cases that receive files. */
export interface UploadContext extends MediaContext {
  readonly spool: Spool
  readonly mediaLimits: MediaLimits
}

/** The same, with quotas. */
export interface ReceivingContext extends UploadContext {
  readonly quotas: Pick<QuotaCheck, 'requireRoom'>
}
