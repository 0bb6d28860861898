import { Refusal } from '@octavo/schema/errors.ts'
import type { Sharp } from 'sharp'
import type { Variant } from './variant.ts'

/** A transform that takes longer is given up. */
const longestSeconds = 60

/**
 * Turned as its camera was held, in sRGB, without metadata, of which the last two are what the
 * library does when nothing else is said.
 */
export async function transform(
  bytes: Uint8Array,
  variant: Variant,
  maxPixels: number,
  /** Told how many frames there are, if the result moves. */
  onFrames: (frames: number) => void = () => {},
): Promise<Buffer> {
  const { sharp } = await import('../images.ts')
  try {
    const { pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata()
    const isMoving = pages > 1 && (variant.format === 'webp' || variant.format === 'gif')
    if (isMoving) onFrames(pages)
    const image = sharp(bytes, {
      animated: isMoving,
      limitInputPixels: maxPixels,
      // As browsers do, show what there is of a damaged image.
      failOn: 'none',
    }).timeout({ seconds: longestSeconds })
    const upright = isMoving ? image : image.autoOrient()
    const { width, height, isCropped } = variant
    return await encoded(
      upright.resize({ width, height, fit: isCropped ? 'cover' : 'fill' }),
      variant,
    )
  } catch {
    throw new Refusal('badRequest', 'this image is damaged or too much to transform')
  }
}

function encoded(image: Sharp, { format, quality }: Variant): Promise<Buffer> {
  const lossy = quality === null ? {} : { quality }
  switch (format) {
    case 'jpeg':
      // What was transparent would be black.
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
