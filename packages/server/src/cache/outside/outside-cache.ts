/** Caches between clients and us that are told by tags what to forget. */
import { RetryLater, retryAfterIn } from '../../changes/backoff.ts'

export interface OutsideCache {
  /** For the log. */
  readonly name: string
  /** In milliseconds, between two attempts while it fails. */
  readonly longestPause: number
  /** Forgets every answer that carries one of the tags. Fails where that is not certain. */
  purge(tags: readonly string[]): Promise<void>
}

export interface OutsideSettings {
  kind: 'varnish' | 'fastly' | 'cloudflare'
  /** Of Varnish, each; of the others the address of their API, if not the usual. */
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

interface Kind extends Pick<OutsideCache, 'name' | 'longestPause'> {
  /** How many tags and characters it takes at once. */
  readonly most: { tags: number; characters: number }
  requests(tags: readonly string[], settings: OutsideSettings): PurgeRequest[]
}

const patience = 5_000
/** For services of others, who count requests, and who are down for longer when they are. */
const longestPauseOfOthers = 30_000

const kinds: Readonly<Record<OutsideSettings['kind'], Kind>> = {
  /** Varnish with the vmod xkey and the configuration in deploy/varnish. */
  varnish: {
    name: 'Varnish',
    // Once Varnish can be reached again, it must be purged within a second.
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
    longestPause: longestPauseOfOthers,
    most: { tags: 256, characters: 12_000 },
    requests(tags, { urls: [api = 'https://api.fastly.com'], service, token }) {
      const headers = { 'fastly-key': token, 'surrogate-key': tags.join(' ') }
      return [{ url: `${api}/service/${service}/purge`, method: 'POST', headers }]
    },
  },
  cloudflare: {
    name: 'Cloudflare',
    longestPause: longestPauseOfOthers,
    most: { tags: 30, characters: 12_000 },
    requests(tags, { urls: [api = 'https://api.cloudflare.com/client/v4'], service, token }) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const url = `${api}/zones/${service}/purge_cache`
      return [{ url, method: 'POST', headers, body: JSON.stringify({ tags }) }]
    },
  },
}

export function openOutsideCache(settings: OutsideSettings, send = fetch): OutsideCache {
  const { name, longestPause, most, requests } = kinds[settings.kind]
  return {
    name,
    longestPause,
    async purge(tags) {
      for (const portion of portions(tags, most)) {
        await Promise.all(requests(portion, settings).map((one) => order(send, one)))
      }
    },
  }
}

/** Sends one request and takes anything but a success for a failure. */
async function order(send: typeof fetch, { url, ...request }: PurgeRequest): Promise<void> {
  const response = await send(url, { ...request, signal: AbortSignal.timeout(patience) })
  await response.arrayBuffer()
  if (response.ok) return
  const retryAfter = retryAfterIn(response.headers.get('retry-after'), Date.now())
  throw new RetryLater(`${new URL(url).host} answered ${response.status}`, retryAfter)
}

/** Parts of at most so many tags and characters, for those who take no more at once. */
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
