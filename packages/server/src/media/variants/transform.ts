import { Refusal } from '@octavo/schema/errors.ts'
import type { Sharp } from 'sharp'
import type { Variant } from './variant.ts'

/** A transform that takes longer is cancelled. */
const longestSeconds = 60

/**
 * The result is rotated by its EXIF orientation, in sRGB, and without metadata. The last two are defaults of
 * the library.
 */
export async function transform(
  bytes: Uint8Array,
  variant: Variant,
  maxPixels: number,
  /** Called with the number of frames if the result is an animation. */
  onFrames: (frames: number) => void = () => {},
): Promise<Buffer> {
  const { sharp } = await import('../images.ts')
  try {
    const { pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata()
    const isAnimated = pages > 1 && (variant.format === 'webp' || variant.format === 'gif')
    if (isAnimated) onFrames(pages)
    const image = sharp(bytes, {
      animated: isAnimated,
      limitInputPixels: maxPixels,
      // Like browsers, show as much of a damaged image as possible.
      failOn: 'none',
    }).timeout({ seconds: longestSeconds })
    const upright = isAnimated ? image : image.autoOrient()
    const { width, height, isCropped, region } = variant
    const shown = region ? upright.extract({ ...region }) : upright
    const fit = isCropped && !region ? 'cover' : 'fill'
    return await encoded(shown.resize({ width, height, fit }), variant)
  } catch {
    throw new Refusal('badRequest', 'this image is damaged or too large to transform')
  }
}

function encoded(image: Sharp, { format, quality }: Variant): Promise<Buffer> {
  const lossy = quality === null ? {} : { quality }
  switch (format) {
    case 'jpeg':
      // Without a background, transparent areas would become black.
      return image
        .flatten({ background: '#fff' })
        .jpeg({ ...lossy, progressive: true })
        .toBuffer()
    case 'webp':
      return image.webp(lossy).toBuffer()
    case 'avif':
      return image.avif({ ...lossy, effort: 2 }).toBuffer()
    case 'png':
      return image.png().toBuffer()
    case 'gif':
      return image.gif().toBuffer()
  }
}
