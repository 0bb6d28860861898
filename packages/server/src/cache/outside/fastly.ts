import {
  longestPauseOfOthers,
  order,
  portions,
  type Fetch,
  type OutsideCache,
  type OutsideSettings,
} from './outside-cache.ts'

export function fastly({ urls, service, token }: OutsideSettings, send: Fetch): OutsideCache {
  const url = `${urls[0] ?? 'https://api.fastly.com'}/service/${service}/purge`
  return {
    name: 'Fastly',
    longestPause: longestPauseOfOthers,
    async purge(tags) {
      for (const portion of portions(tags, { tags: 256, characters: 12_000 })) {
        const headers = { 'fastly-key': token, 'surrogate-key': portion.join(' ') }
        await order(send, url, { method: 'POST', headers })
      }
    },
  }
}
