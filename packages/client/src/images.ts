import type { Media } from './types/fields.ts'

/** Parameters of the image optimizer. It never enlarges an image. */
export interface ImageOptions {
  readonly width?: number
  readonly height?: number
  readonly format?: 'webp' | 'avif' | 'jpeg' | 'png' | 'auto'
  /** `bounds` fits the image inside the frame, `cover` fills the frame, `crop` cuts. */
  readonly fit?: 'bounds' | 'cover' | 'crop'
  /** 1 to 100. */
  readonly quality?: number
  /** Device pixels per CSS pixel: multiplies width and height. */
  readonly dpr?: number
}

/**
 * Returns the URL of an image in another size or format.
 *
 * @example
 * ```ts
 * const cover = { url: 'https://assets.example.com/spaces/1/media/7/_/harbour.jpg', alt: 'Harbour' }
 * imageUrl(cover, { width: 640, format: 'webp' })
 * // → https://assets.example.com/spaces/1/media/7/_/harbour.jpg?width=640&format=webp
 * ```
 */
export function imageUrl(media: Pick<Media, 'url'> | string, options: ImageOptions = {}): string {
  const url = new URL(typeof media === 'string' ? media : media.url)
  for (const name of ['width', 'height', 'format', 'fit', 'quality', 'dpr'] as const) {
    const value = options[name]
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  return url.href
}

/** An image in several sizes: by width, or by pixel density. */
export type SrcsetOptions = Omit<ImageOptions, 'dpr'> &
  ({ readonly widths: readonly number[] } | { readonly densities: readonly number[] })

/**
 * Returns the `srcset` of an `img` or `source` element.
 *
 * @example
 * ```ts
 * const cover = { url: 'https://assets.example.com/spaces/1/media/7/_/harbour.jpg', alt: 'Harbour' }
 * srcset(cover, { widths: [320, 640], format: 'webp' })
 * // → https://assets.example.com/spaces/1/media/7/_/harbour.jpg?width=320&format=webp 320w, https://assets.example.com/spaces/1/media/7/_/harbour.jpg?width=640&format=webp 640w
 * ```
 */
export function srcset(media: Pick<Media, 'url'> | string, options: SrcsetOptions): string {
  if ('widths' in options) {
    const { widths, ...rest } = options
    return widths.map((width) => `${imageUrl(media, { ...rest, width })} ${width}w`).join(', ')
  }
  const { densities, ...rest } = options
  return densities.map((dpr) => `${imageUrl(media, { ...rest, dpr })} ${dpr}x`).join(', ')
}
