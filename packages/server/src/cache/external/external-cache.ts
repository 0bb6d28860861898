/** External caches between clients and the server, which are purged by tags. */
import { RetryLater, retryAfterIn } from '../../changes/backoff.ts'

export interface ExternalCache {
  /** Name for log messages. */
  readonly name: string
  /** Longest pause between two attempts while purges fail, in milliseconds. */
  readonly longestPause: number
  /** Purges every response with one of the tags. Rejects unless the purge is confirmed. */
  purge(tags: readonly string[]): Promise<void>
}

export interface ExternalCacheSettings {
  kind: 'varnish' | 'fastly' | 'cloudflare'
  /** For Varnish, the URL of each server; otherwise the URL of the API, if not the default. */
  urls: string[]
  /** Id of the Fastly service or the Cloudflare zone. */
  service: string
  token: string
}

interface PurgeRequest {
  readonly url: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: string
}

interface Kind extends Pick<ExternalCache, 'name' | 'longestPause'> {
  /** How many tags and characters one request may have. */
  readonly most: { tags: number; characters: number }
  requests(tags: readonly string[], settings: ExternalCacheSettings): PurgeRequest[]
}

const timeoutMs = 5_000
/** Third-party services count requests, and their outages last longer. */
const longestPauseOfServices = 30_000

const kinds: Readonly<Record<ExternalCacheSettings['kind'], Kind>> = {
  /** Varnish with the vmod xkey and the configuration in deploy/varnish. */
  varnish: {
    name: 'Varnish',
    // Varnish must be purged within a second of being reachable again.
    longestPause: 500,
    most: { tags: 500, characters: 4_000 },
    requests(tags, { urls, token }) {
      const own = token === '' ? {} : { 'xkey-token': token }
      const headers = { 'xkey-purge': tags.join(' '), ...own }
      return urls.map((url) => ({ url, method: 'PURGE', headers }))
    },
  },
  fastly: {
    name: 'Fastly',
    longestPause: longestPauseOfServices,
    most: { tags: 256, characters: 12_000 },
    requests(tags, { urls: [api = 'https://api.fastly.com'], service, token }) {
      const headers = { 'fastly-key': token, 'surrogate-key': tags.join(' ') }
      return [{ url: `${api}/service/${service}/purge`, method: 'POST', headers }]
    },
  },
  cloudflare: {
    name: 'Cloudflare',
    longestPause: longestPauseOfServices,
    most: { tags: 30, characters: 12_000 },
    requests(tags, { urls: [api = 'https://api.cloudflare.com/client/v4'], service, token }) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const url = `${api}/zones/${service}/purge_cache`
      return [{ url, method: 'POST', headers, body: JSON.stringify({ tags }) }]
    },
  },
}

export function openExternalCache(settings: ExternalCacheSettings, send = fetch): ExternalCache {
  const { name, longestPause, most, requests } = kinds[settings.kind]
  return {
    name,
    longestPause,
    async purge(tags) {
      for (const portion of portions(tags, most)) {
        await Promise.all(requests(portion, settings).map((one) => sendPurge(send, one)))
      }
    },
  }
}

/** Sends one request, and treats every status other than success as a failure. */
async function sendPurge(send: typeof fetch, { url, ...request }: PurgeRequest): Promise<void> {
  const response = await send(url, { ...request, signal: AbortSignal.timeout(timeoutMs) })
  await response.arrayBuffer()
  if (response.ok) return
  const retryAfter = retryAfterIn(response.headers.get('retry-after'), Date.now())
  throw new RetryLater(`${new URL(url).host} returned ${response.status}`, retryAfter)
}

/** Splits tags into parts within the limits for one request. */
function* portions(tags: readonly string[], most: Kind['most']): Generator<string[]> {
  let portion: string[] = []
  let characters = 0
  for (const tag of tags) {
    if (portion.length === most.tags || characters + tag.length > most.characters) {
      yield portion
      portion = []
      characters = 0
    }
    portion.push(tag)
    characters += tag.length + 1
  }
  if (portion.length > 0) yield portion
}
