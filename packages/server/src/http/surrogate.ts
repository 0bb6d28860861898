/** Headers for external caches: the lifetime of a response, and the tags to purge it by. */
import { everythingTag, tagOf, tagsOfResponse, type Dependencies } from '../changes/tags.ts'

/** Varnish accepts headers of up to 8 KB, other caches up to 16 KB. */
const maxHeaderLength = 6_000
/** Maximum numbers of specific tags to try, from exact to coarse. */
const steps = [Infinity, 200, 50, 0]

export function surrogateHeaders(
  dependencies: Dependencies,
  keyId: number,
  lifetime: number,
  includesHiddenTags: boolean,
): Record<string, string> {
  const maxAge = `max-age=${Math.max(0, Math.floor(lifetime / 1000))}`
  const key = surrogateKey(dependencies, keyId, includesHiddenTags)
  // Cloudflare has its own names for these two headers.
  const others = { 'cdn-cache-control': maxAge, 'cache-tag': key.replaceAll(' ', ',') }
  return { 'surrogate-control': maxAge, 'surrogate-key': key, ...(includesHiddenTags && others) }
}

/** Replaces too many tags by fewer and wider ones, which may purge too much, but never too little. */
function surrogateKey(
  dependencies: Dependencies,
  keyId: number,
  includesHiddenTags: boolean,
): string {
  const { rootId, scopes } = dependencies
  const common = [everythingTag, tagOf.key(keyId)]
  for (const maxTags of steps) {
    const { open, hidden } = tagsOfResponse(dependencies, maxTags)
    const text = [...common, ...open, ...(includesHiddenTags ? hidden : [])].join(' ')
    if (text.length <= maxHeaderLength) return text
  }
  return [
    ...common,
    tagOf.schema(rootId),
    tagOf.everyMedia(rootId),
    ...scopes.map(tagOf.scope),
  ].join(' ')
}
