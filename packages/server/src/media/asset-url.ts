import type { Focus } from '../store/records.ts'

/** The focal point of an image for which none is set. */
export const centre: Focus = { x: 0.5, y: 0.5 }

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
