/** Remembers which version of an item was read, without a trace in the item itself. */
const etags = new WeakMap<object, string>()

export function rememberEtag(item: object, headers: Headers): void {
  const etag = headers.get('etag')
  if (etag !== null) etags.set(item, etag)
}

/** The ETag of an item that `get` gave; undefined for anything else. */
export function etagOf(item: object): string | undefined {
  return etags.get(item)
}

/** The header that refuses a lost update. */
export function matchHeader(ifMatch: string | object | undefined): Record<string, string> {
  if (ifMatch === undefined) return {}
  const etag = typeof ifMatch === 'string' ? ifMatch : etagOf(ifMatch)
  if (etag === undefined) throw new TypeError('ifMatch must be an ETag or an item that get gave')
  return { 'If-Match': etag }
}
