/** What can be said of images without the library that reads them. */
import { availableParallelism } from 'node:os'

/** What the library can both read and write. */
export const imageFormats = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const
export type ImageFormat = (typeof imageFormats)[number]

/** Undefined for what is no image, or none that can be transformed. */
export function imageFormatOf(type: string): ImageFormat | undefined {
  return imageFormats.find((format) => type === `image/${format}`)
}

/**
 * Of the four threads that Node has for files and images together two at least are left for files, and one
 * processor core for all that is not an image.
 */
export const transformsAtOnce = Math.max(1, Math.min(2, availableParallelism() - 1))
