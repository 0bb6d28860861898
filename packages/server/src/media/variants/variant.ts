import { hash } from 'node:crypto'
import { imageFormatOf, type ImageFormat } from '../image-formats.ts'
import { largestSide } from '@octavo/schema/images.ts'
import type { Wish } from './wish.ts'

/** Exactly what is made of an image. Wishes that come to the same share a variant. */
export interface Variant {
  readonly width: number
  readonly height: number
  /** Cut to this shape; otherwise the whole image is there. */
  readonly isCropped: boolean
  readonly format: ImageFormat
  /** Null where the format has none. */
  readonly quality: number | null
}

export interface Original {
  readonly type: string
  readonly width: number | null
  readonly height: number | null
}

/** Undefined for what is not an image that can be transformed. `accepts` says what the client shows. */
export function variantFor(
  { type, width, height }: Original,
  wish: Wish,
  accepts: (type: string) => boolean,
): Variant | undefined {
  const own = imageFormatOf(type)
  if (own === undefined || width === null || height === null) return undefined
  const format = formatFor(own, wish.format, accepts)
  const quality =
    format === 'png' || format === 'gif' ? null : (wish.quality ?? usualQuality[format])
  return { ...shapeOf({ width, height }, wish), format, quality }
}

/** Names a variant of the file of this name. A change of how variants are made changes `recipe`. */
export function variantName(
  sha256: string,
  { width, height, isCropped, format, quality }: Variant,
): string {
  return hash('sha256', [recipe, sha256, width, height, isCropped, format, quality].join(' '))
}

/** What it takes to make it, in megapixels: what is read and what is written. */
export function costOf({ width, height }: Original, variant: Variant): number {
  return ((width ?? 0) * (height ?? 0) + variant.width * variant.height) / 1_000_000
}

const recipe = 1
const usualQuality = { webp: 80, avif: 55, jpeg: 80 } as const

/** Nobody knows before reading it whether a GIF or WebP moves, and AVIF would keep it still. */
function formatFor(
  own: ImageFormat,
  wished: Wish['format'],
  accepts: (type: string) => boolean,
): ImageFormat {
  if (wished !== 'auto') return wished ?? own
  const mayMove = own === 'gif' || own === 'webp'
  if (!mayMove && accepts('image/avif')) return 'avif'
  if (accepts('image/webp')) return 'webp'
  if (own === 'avif') return 'jpeg'
  return own === 'webp' ? 'png' : own
}

interface Size {
  readonly width: number
  readonly height: number
}

function shapeOf(original: Size, { width, height, fit, dpr }: Wish): Size & { isCropped: boolean } {
  const box = { width: scaled(width, dpr), height: scaled(height, dpr) }
  if (fit === 'crop' && box.width !== undefined && box.height !== undefined) {
    return cropOf(original, { width: box.width, height: box.height })
  }
  const across = (box.width ?? Infinity) / original.width
  const down = (box.height ?? Infinity) / original.height
  const isOneSided = box.width === undefined || box.height === undefined
  const wanted = fit === 'cover' && !isOneSided ? Math.max(across, down) : Math.min(across, down)
  const most = largestSide / Math.max(original.width, original.height)
  const factor = Math.min(1, wanted, most)
  return { ...resized(original, factor), isCropped: false }
}

/** A box that does not fit into the original shrinks and keeps its shape. */
function cropOf(original: Size, box: Size): Size & { isCropped: boolean } {
  const factor = Math.min(1, original.width / box.width, original.height / box.height)
  return { ...resized(box, factor), isCropped: true }
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
