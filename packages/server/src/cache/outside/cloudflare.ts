import {
  longestPauseOfOthers,
  order,
  portions,
  type Fetch,
  type OutsideCache,
  type OutsideSettings,
} from './outside-cache.ts'

export function cloudflare({ urls, service, token }: OutsideSettings, send: Fetch): OutsideCache {
  const api = urls[0] ?? 'https://api.cloudflare.com/client/v4'
  return {
    name: 'Cloudflare',
    longestPause: longestPauseOfOthers,
    async purge(tags) {
      for (const portion of portions(tags, { tags: 30, characters: 12_000 })) {
        await order(send, `${api}/zones/${service}/purge_cache`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ tags: portion }),
        })
      }
    },
  }
}
