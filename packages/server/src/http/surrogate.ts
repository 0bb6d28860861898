/** What caches outside need to know: for how long, and the tags by which they are told to forget. */
import { everythingTag, tagOf, tagsOfAnswer, type Dependencies } from '../changes/tags.ts'

/** Varnish takes 8 KB a header, others 16 KB. */
const longestHeader = 6_000
/** How many single names are tried, from exact to coarse. */
const steps = [Infinity, 200, 50, 0]

export function surrogateHeaders(
  dependencies: Dependencies,
  keyId: number,
  lifetime: number,
  tellsAll: boolean,
): Record<string, string> {
  const maxAge = `max-age=${Math.max(0, Math.floor(lifetime / 1000))}`
  const key = surrogateKey(dependencies, keyId, tellsAll)
  // Cloudflare has names of its own for the same two.
  const others = { 'cdn-cache-control': maxAge, 'cache-tag': key.replaceAll(' ', ',') }
  return { 'surrogate-control': maxAge, 'surrogate-key': key, ...(tellsAll && others) }
}

/** Too many tags for a header become fewer and wider ones: too much is forgotten, never too little. */
function surrogateKey(dependencies: Dependencies, keyId: number, tellsAll: boolean): string {
  const { rootId, scopes } = dependencies
  const common = [everythingTag, tagOf.key(keyId)]
  for (const most of steps) {
    const { open, hidden } = tagsOfAnswer(dependencies, most)
    const text = [...common, ...open, ...(tellsAll ? hidden : [])].join(' ')
    if (text.length <= longestHeader) return text
  }
  return [
    ...common,
    tagOf.schema(rootId),
    tagOf.everyMedia(rootId),
    ...scopes.map(tagOf.scope),
  ].join(' ')
}
