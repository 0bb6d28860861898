import { hash } from 'node:crypto'

/** A strong ETag of these bytes, or of words that stand for them; with the version of the item that they show, if it is one. */
export function etagOf(body: Buffer | string, version?: string): string {
  const digest = hash('sha256', body, 'base64url').slice(0, 22)
  return version === undefined ? `"${digest}"` : `"${version}.${digest}"`
}

/** Whether `If-None-Match` names what the client would get. */
export function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || etagsIn(header).includes(etag)
}

/** The item versions that `If-Match` accepts; undefined where any will do. */
export function versionsIn(header: string | undefined): string[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  return etagsIn(header).flatMap((etag) => {
    const version = /^"([a-z]+-\d{1,16}-\d{1,16})\./.exec(etag)?.[1]
    return version === undefined ? [] : [version]
  })
}

/** The ETags of a list. A weak prefix, which caches on the way like to add, is taken off. */
function etagsIn(header: string): string[] {
  return Array.from(header.matchAll(/(?:W\/)?("[^"]*")/g), ([, etag = '']) => etag)
}
