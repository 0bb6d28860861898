/** What can be said of images without the library that reads them. */

/** What the library can both read and write. */
export const imageFormats = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const
export type ImageFormat = (typeof imageFormats)[number]

/** Undefined for what is no image, or none that can be transformed. */
export function imageFormatOf(type: string): ImageFormat | undefined {
  return imageFormats.find((format) => type === `image/${format}`)
}

/** Two of the four threads that Node has for files and images together are left for files. */
export const transformsAtOnce = 2
