/**
 * Recorded events contain a mark in place of the public address of media files: a command that records an
 * event does not know the address of the server that delivers it.
 */
import { randomUUID } from 'node:crypto'
import { parseExactJson } from '../fields/exact-json.ts'
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

/** Changes recorded JSON, in which the mark is a syntax error. Undefined if nothing changes. */
export function changedJson<Data>(
  json: string,
  change: (data: Data) => Data | undefined,
): string | undefined {
  const placeholder = randomUUID()
  const changed = change(parseExactJson(withAssetsUrl(json, placeholder)) as Data)
  return changed && JSON.stringify(changed).replaceAll(placeholder, mark)
}
