import { assetUrl, centre } from '../media/asset-url.ts'
import type { MediaTarget } from '../store/reading.ts'

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
