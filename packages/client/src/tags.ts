/** The cache tags of results, without a visible property in the results. */
const tags = new WeakMap<object, readonly string[]>()

export function storeTags(result: object, headers: Headers): void {
  const text = headers.get('x-service-cache-tags')
  if (text !== null) tags.set(result, text.split(' '))
}

/**
 * Returns the cache tags of a result of `list` or `get` that was read with `cacheTags`. A change makes the
 * result stale if its event has one of these tags.
 */
export function tagsOf(result: object): readonly string[] | undefined {
  return tags.get(result)
}

/** Whether a change with these tags may make a result stale. The tags of a result may be unknown. */
export function isAffected(
  result: readonly string[] | undefined,
  change: readonly string[],
): boolean {
  if (!result || change.includes('all')) return true
  if (change.some((tag) => result.includes(tag))) return true
  // Without the id of the media item, it may be any.
  const isAnyMedia = change.some(isAllMedia) && !change.some(isMedia)
  return isAnyMedia && result.some(isMedia)
}

function isMedia(tag: string): boolean {
  return tag.startsWith('f')
}

function isAllMedia(tag: string): boolean {
  return tag.startsWith('g')
}
