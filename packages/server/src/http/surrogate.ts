/** Headers for external caches: the lifetime of a response, and the tags to purge it by. */
import { exposedHeaders } from './cors.ts'
import { everythingTag, tagOf, tagsOfResponse, type Dependencies } from '../changes/tags.ts'

/** Varnish accepts headers of up to 8 KB, other caches up to 16 KB. */
const maxHeaderLength = 6_000
/** Maximum numbers of specific tags to try, from exact to coarse. */
const steps = [Infinity, 200, 50, 0]
/** Caches of frameworks accept a limited number of tags; that of Next accepts 128. */
const maxClientTags = 100

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

const exposing = 'access-control-expose-headers'

/** The tags for a client that requests them, in a header that pages of any site may read. */
export function tagHeaders(dependencies: Dependencies): Record<string, string> {
  return {
    'x-service-cache-tags': clientTags(dependencies),
    [exposing]: `${exposedHeaders}, X-SERVICE-CACHE-TAGS`,
  }
}

/** The header among these that exposes others, if it differs from that of other responses. */
export function exposingIn(headers: Readonly<Record<string, string>>): Record<string, string> {
  const exposed = headers[exposing]
  return exposed === undefined ? {} : { [exposing]: exposed }
}

/** Names no hidden content: a response that depends on any depends on the complete scope. */
function clientTags(dependencies: Dependencies): string {
  const { rootId, scopes, others, shownIds, otherMedia } = dependencies
  const wide = [
    everythingTag,
    ...(others.length > shownIds.length ? scopes.map(tagOf.scope) : []),
    ...(otherMedia.length > 0 ? [tagOf.everyMedia(rootId)] : []),
  ]
  const shown = { ...dependencies, others: shownIds, otherMedia: [] }
  const tagsWithin = (maxTags: number): string[] => {
    const { open, hidden } = tagsOfResponse(shown, maxTags)
    return [...open, ...hidden]
  }
  return boundedTags(dependencies, wide, tagsWithin, maxClientTags)
}

function surrogateKey(
  dependencies: Dependencies,
  keyId: number,
  includesHiddenTags: boolean,
): string {
  return boundedTags(dependencies, [everythingTag, tagOf.key(keyId)], (maxTags) => {
    const { open, hidden } = tagsOfResponse(dependencies, maxTags)
    return [...open, ...(includesHiddenTags ? hidden : [])]
  })
}

/** Replaces too many tags by fewer and wider ones, which may purge too much, but never too little. */
function boundedTags(
  { rootId, scopes }: Dependencies,
  common: readonly string[],
  tagsWithin: (maxTags: number) => string[],
  maxCount = Infinity,
): string {
  for (const maxTags of steps) {
    const tags = [...common, ...tagsWithin(maxTags)]
    const text = tags.join(' ')
    if (text.length <= maxHeaderLength && tags.length <= maxCount) return text
  }
  return [
    ...common,
    tagOf.schema(rootId),
    tagOf.everyMedia(rootId),
    ...scopes.map(tagOf.scope),
  ].join(' ')
}
