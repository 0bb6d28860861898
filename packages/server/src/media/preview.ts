/** Creates what a page shows while an image loads: a tiny image, a ThumbHash and the dominant colour. */
import { rgbaToThumbHash } from 'thumbhash'
import { createScheduler } from '../scheduling/scheduler.ts'
import type { MediaPreview } from '../store/records.ts'
import { transformsAtOnce } from './image-formats.ts'

export const noPreview: MediaPreview = { placeholder: null, thumbhash: null, color: null }

/** Enough for a ThumbHash and for colours. */
const sampleSide = 32
const placeholderSide = 16
/** A data URL of 1,024 characters. */
const maxPlaceholder = 1_024
const longestSeconds = 30

const scheduler = createScheduler({ running: { total: transformsAtOnce } })

/** Undefined if the image cannot be decoded. */
export async function createPreview(
  source: string | Uint8Array,
  maxPixels: number,
): Promise<MediaPreview | undefined> {
  try {
    return await scheduler.run({ group: '' }, () => preview(source, maxPixels))
  } catch {
    return undefined
  }
}

async function preview(source: string | Uint8Array, maxPixels: number): Promise<MediaPreview> {
  const { sharp } = await import('./images.ts')
  const { data, info } = await sharp(source, { limitInputPixels: maxPixels, failOn: 'none' })
    .timeout({ seconds: longestSeconds })
    .autoOrient()
    .resize({ width: sampleSide, height: sampleSide, fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const tiny = await sharp(data, { raw: { width, height, channels: 4 } })
    .resize({ width: placeholderSide, height: placeholderSide, fit: 'inside' })
    .webp({ quality: 40, alphaQuality: 40, effort: 4 })
    .toBuffer()
  const placeholder = `data:image/webp;base64,${tiny.toString('base64')}`
  return {
    placeholder: placeholder.length <= maxPlaceholder ? placeholder : null,
    thumbhash: Buffer.from(rgbaToThumbHash(width, height, data)).toString('base64'),
    color: dominantColor(data),
  }
}

/** The mean of the largest group of similar pixels; null if all are transparent. */
function dominantColor(rgba: Buffer): string | null {
  const groups = new Map<number, { red: number; green: number; blue: number; weight: number }>()
  for (let at = 0; at < rgba.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = rgba.subarray(at, at + 4)
    const name = ((red >> 5) << 6) | ((green >> 5) << 3) | (blue >> 5)
    const group = groups.getOrInsertComputed(name, () => ({ red: 0, green: 0, blue: 0, weight: 0 }))
    group.red += red * alpha
    group.green += green * alpha
    group.blue += blue * alpha
    group.weight += alpha
  }
  const largest = [...groups.values()].reduce((a, b) => (b.weight > a.weight ? b : a))
  if (largest.weight === 0) return null
  const parts = [largest.red, largest.green, largest.blue]
  return `#${parts.map((sum) => hex(Math.round(sum / largest.weight))).join('')}`
}

function hex(value: number): string {
  return value.toString(16).padStart(2, '0')
}
