/** Facts about images that do not need the image library. */
import { availableParallelism } from 'node:os'
import { sourceFormats } from '@octavo/schema/images.ts'

export type ImageFormat = (typeof sourceFormats)[number]

/** Undefined if the type is not an image, or one that cannot be transformed. */
export function imageFormatOf(type: string): ImageFormat | undefined {
  return sourceFormats.find((format) => type === `image/${format}`)
}

/**
 * Node has four threads for files and images. At least two of them stay free for files, and one processor
 * core for everything else.
 */
export const transformsAtOnce = Math.max(1, Math.min(2, availableParallelism() - 1))
