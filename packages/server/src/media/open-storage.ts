import { join } from 'node:path'
import { folderStorage } from './folder-storage.ts'
import type { MediaLimits } from './media-context.ts'
import type { S3Settings } from './s3/client.ts'
import { s3Storage } from './s3/s3-storage.ts'
import { createSpool, type Spool } from './spool.ts'
import type { MediaStorage } from './storage.ts'
import type { VariantStorage } from './variants/variant-folder.ts'

export interface MediaSettings {
  dataFolder: string
  /** Undefined for the data folder. */
  s3: S3Settings | undefined
  mediaLimits: MediaLimits
  variantsBytes: number
  workers: number
}

export interface OpenMedia {
  readonly mediaStorage: MediaStorage
  readonly spool: Spool
  readonly mediaLimits: MediaLimits
  readonly variantStorage: VariantStorage
}

/** Opens the media storage and the spool for uploads. */
export function openMedia(settings: MediaSettings): OpenMedia {
  const { dataFolder, s3, mediaLimits, variantsBytes, workers } = settings
  return {
    mediaStorage: s3
      ? s3Storage(s3, { fetch, now: Date.now })
      : folderStorage(join(dataFolder, 'media')),
    spool: createSpool(join(dataFolder, 'incoming')),
    mediaLimits,
    variantStorage: {
      folder: join(dataFolder, 'variants'),
      maxBytes: variantsBytes,
      processes: workers,
    },
  }
}
