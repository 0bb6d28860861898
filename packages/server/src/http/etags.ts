import { hash } from 'node:crypto'

/**
 * A strong ETag of the body, or of a text that identifies it. Begins with the version of the item, if the
 * body shows a single item.
 */
export function etagOf(body: Buffer | string, version?: string): string {
  const digest = hash('sha256', body, 'base64url').slice(0, 22)
  return version === undefined ? `"${digest}"` : `"${version}.${digest}"`
}

/** Whether `If-None-Match` contains the current ETag. */
export function isNotModified(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || etagsIn(header).includes(etag)
}

/** The item versions that `If-Match` accepts; undefined if it accepts any. */
export function versionsIn(header: string | undefined): string[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  return etagsIn(header).flatMap((etag) => {
    const version = /^"([a-z]+-\d{1,16}-\d{1,16})\./.exec(etag)?.[1]
    return version === undefined ? [] : [version]
  })
}

/** The ETags in a list, without the weak prefix that intermediate caches may add. */
function etagsIn(header: string): string[] {
  return Array.from(header.matchAll(/(?:W\/)?("[^"]*")/g), ([, etag = '']) => etag)
}
