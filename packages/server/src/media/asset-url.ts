/** How responses show media: its URL, and its value with details. */
import type { MediaTarget } from '../store/reading.ts'
import type { Focus } from '../store/records.ts'

/** The focal point of an image for which none is set. */
const centre: Focus = { x: 0.5, y: 0.5 }

export interface AssetAddress {
  id: number
  spaceId: number
  filename: string
  focus: Focus | null
}

/**
 * The URL of a media file. Clients cache cropped images for a year, so another focal point needs another URL:
 * it is a part of the path, which is `_` without one.
 */
export function assetUrl(
  assetsUrl: string,
  { id, spaceId, filename, focus }: AssetAddress,
): string {
  const point = focus ? `${thousandths(focus.x)}-${thousandths(focus.y)}` : ''
  return `${assetsUrl}/spaces/${spaceId}/media/${id}/_${point}/${encodeURIComponent(filename)}`
}

function thousandths(part: number): number {
  return Math.round(part * 1000)
}

/** A media value as JSON bytes. */
export function mediaBytes(assetsUrl: string, id: number, target: MediaTarget): Buffer {
  const { alt, focus, details } = target
  const url = assetUrl(assetsUrl, { id, ...target })
  if (!details) return Buffer.from(JSON.stringify({ url, alt }))
  const { width, height, bytes, type, preview } = details
  const { placeholder = null, thumbhash = null, color = null } = preview ?? {}
  const point = width === null ? null : (focus ?? centre)
  return Buffer.from(
    JSON.stringify({
      url,
      alt,
      width,
      height,
      bytes,
      type,
      placeholder,
      thumbhash,
      color,
      focus: point,
    }),
  )
}
