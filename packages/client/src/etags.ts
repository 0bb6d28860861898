/** The ETags of items that were read, without a visible property in the items. */
const etags = new WeakMap<object, string>()

export function storeEtag(item: object, headers: Headers): void {
  const etag = headers.get('etag')
  if (etag !== null) etags.set(item, etag)
}

/** Returns the ETag of an item from `get`; undefined for anything else. */
export function etagOf(item: object): string | undefined {
  return etags.get(item)
}

/** The `If-Match` header, which prevents lost updates. */
export function matchHeader(ifMatch: string | object | undefined): Record<string, string> {
  if (ifMatch === undefined) return {}
  const etag = typeof ifMatch === 'string' ? ifMatch : etagOf(ifMatch)
  if (etag === undefined) throw new TypeError('ifMatch must be an ETag or an item returned by get')
  return { 'If-Match': etag }
}
