import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import { imageFormatOf } from './image-formats.ts'

export interface ImageSize {
  width: number | null
  height: number | null
}

const unknownSize: ImageSize = { width: null, height: null }

/** The size of an image as displayed. Reads only its headers. */
export async function measureImage(
  source: string | Uint8Array,
  type: string,
  maxPixels: number,
): Promise<ImageSize> {
  if (imageFormatOf(type) === undefined) return unknownSize
  const { width, height, pages = 1, autoOrient } = await headersOf(source)
  const pixels = width * height * pages
  // Animations are not rotated.
  const shown = pages > 1 ? { width, height } : autoOrient
  if (pixels <= maxPixels) return { width: shown.width, height: shown.height }
  const frames = pages > 1 ? ` in ${pages} frames` : ''
  const what = say('tooManyPixels', { width, height, frames, max: maxPixels })
  throw new Refusal('badRequest', [problemAt('file', what)])
}

async function headersOf(source: string | Uint8Array) {
  const { sharp } = await import('./images.ts')
  try {
    // The caller checks the limit, with a message that contains the size of the image.
    return await sharp(source, { limitInputPixels: false }).metadata()
  } catch {
    throw new Refusal('badRequest', [problemAt('file', say('brokenImage'))])
  }
}
