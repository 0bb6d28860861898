/**
 * Recorded events contain a mark in place of the public address of media files: a command that records an
 * event does not know the address of the server that delivers it.
 */
import { assetUrl, type AssetAddress } from '../media/asset-url.ts'

/** JSON never contains this character: in a string it is escaped. */
const mark = '\u0001'

/** A JSON string. */
export function recordedUrl(media: AssetAddress): string {
  return `"${mark}${JSON.stringify(assetUrl('', media)).slice(1)}`
}

/** The recorded JSON with the address. */
export function withAssetsUrl(json: string, assetsUrl: string): string {
  return json.replaceAll(mark, () => JSON.stringify(assetsUrl).slice(1, -1))
}
