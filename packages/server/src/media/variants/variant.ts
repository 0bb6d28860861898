import { hash } from 'node:crypto'
import { imageFormatOf, type ImageFormat } from '../image-formats.ts'
import { largestSide } from '@octavo/schema/images.ts'
import type { Focus } from '../../store/records.ts'
import type { ImageTransform } from './image-transform.ts'

/** The exact result of a transform. Transforms with the same result share a variant. */
export interface Variant {
  readonly width: number
  readonly height: number
  /** Cropped to this size; otherwise the image is complete. */
  readonly isCropped: boolean
  /** The part of the original that a crop shows; null for its centre. */
  readonly region: Region | null
  readonly format: ImageFormat
  /** Null for formats without a quality setting. */
  readonly quality: number | null
}

/** In pixels of the original as displayed. */
export interface Region {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface Original {
  readonly type: string
  readonly width: number | null
  readonly height: number | null
  readonly focus: Focus | null
}

/** Undefined if the file cannot be transformed. `accepts` tests the `Accept` header of the client. */
export function variantFor(
  { type, width, height, focus }: Original,
  transform: ImageTransform,
  accepts: (type: string) => boolean,
): Variant | undefined {
  const own = imageFormatOf(type)
  if (own === undefined || width === null || height === null) return undefined
  const format = formatFor(own, transform.format, accepts)
  const quality =
    format === 'png' || format === 'gif' ? null : (transform.quality ?? defaultQuality[format])
  const shape = shapeOf({ width, height }, transform)
  const region = shape.isCropped && focus ? regionAround(focus, { width, height }, shape) : null
  return { ...shape, region, format, quality }
}

/** The storage name of a variant. Increase `recipe` whenever the way variants are created changes. */
export function variantName(
  sha256: string,
  { width, height, isCropped, region, format, quality }: Variant,
): string {
  const part = region ? [region.left, region.top, region.width, region.height] : []
  const words = [recipe, sha256, width, height, isCropped, format, quality, ...part]
  return hash('sha256', words.join(' '))
}

/** The cost of a variant in megapixels: pixels read plus pixels written. */
export function costOf({ width, height }: Original, variant: Variant): number {
  return ((width ?? 0) * (height ?? 0) + variant.width * variant.height) / 1_000_000
}

const recipe = 1
const defaultQuality = { webp: 80, avif: 55, jpeg: 80 } as const

/** A GIF or WebP may be an animation, which only reading it shows, and AVIF output is not animated. */
function formatFor(
  own: ImageFormat,
  requested: ImageTransform['format'],
  accepts: (type: string) => boolean,
): ImageFormat {
  if (requested !== 'auto') return requested ?? own
  const mayBeAnimated = own === 'gif' || own === 'webp'
  if (!mayBeAnimated && accepts('image/avif')) return 'avif'
  if (accepts('image/webp')) return 'webp'
  if (own === 'avif') return 'jpeg'
  return own === 'webp' ? 'png' : own
}

interface Size {
  readonly width: number
  readonly height: number
}

function shapeOf(
  original: Size,
  { width, height, fit, dpr }: ImageTransform,
): Size & { isCropped: boolean } {
  const box = { width: scaled(width, dpr), height: scaled(height, dpr) }
  if (fit === 'crop' && box.width !== undefined && box.height !== undefined) {
    return cropOf(original, { width: box.width, height: box.height })
  }
  const across = (box.width ?? Infinity) / original.width
  const down = (box.height ?? Infinity) / original.height
  const isOneSided = box.width === undefined || box.height === undefined
  const scale = fit === 'cover' && !isOneSided ? Math.max(across, down) : Math.min(across, down)
  const most = largestSide / Math.max(original.width, original.height)
  const factor = Math.min(1, scale, most)
  return { ...resized(original, factor), isCropped: false }
}

/** A box that is larger than the original shrinks and keeps its aspect ratio. */
function cropOf(original: Size, box: Size): Size & { isCropped: boolean } {
  const factor = Math.min(1, original.width / box.width, original.height / box.height)
  return { ...resized(box, factor), isCropped: true }
}

/** The largest region with this aspect ratio, as close to the focal point as the edges allow. */
function regionAround(focus: Focus, original: Size, crop: Size): Region {
  const scale = Math.min(original.width / crop.width, original.height / crop.height)
  const width = Math.min(original.width, side(crop.width * scale))
  const height = Math.min(original.height, side(crop.height * scale))
  const start = (point: number, whole: number, length: number): number =>
    Math.max(0, Math.min(whole - length, Math.round(point * whole - length / 2)))
  return {
    left: start(focus.x, original.width, width),
    top: start(focus.y, original.height, height),
    width,
    height,
  }
}

function resized({ width, height }: Size, factor: number): Size {
  return { width: side(width * factor), height: side(height * factor) }
}

function scaled(length: number | undefined, dpr: number): number | undefined {
  return length === undefined ? undefined : Math.min(largestSide, side(length * dpr))
}

function side(length: number): number {
  return Math.max(1, Math.round(length))
}
