/** Formats of files that the image optimizer reads. */
export const sourceFormats = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const

/** Whether browsers show a file of this type as an image. Most do not show HEIC. */
export function isShownAsImage(type: string): boolean {
  return type === 'image/svg+xml' || sourceFormats.some((format) => type === `image/${format}`)
}

/** Values that the image optimizer accepts. */
export const imageFormats = ['webp', 'avif', 'jpeg', 'png', 'auto'] as const
export const imageFits = ['bounds', 'cover', 'crop'] as const
/**
 * Image variants that Studio shows, as parameters of asset URLs. A server creates them even if it
 * restricts variants, so there must not be many.
 */
export const studioImages = {
  tile: 'width=320&fit=bounds&format=webp',
  card: 'width=264&fit=bounds&format=webp',
  block: 'width=160&fit=bounds&format=webp',
  row: 'width=88&fit=bounds&format=webp',
  details: 'width=800&fit=bounds',
  cell: 'width=64&height=64&fit=cover',
} as const
/** In pixels. */
export const largestSide = 8192
