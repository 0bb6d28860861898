import {
  order,
  portions,
  type Fetch,
  type OutsideCache,
  type OutsideSettings,
} from './outside-cache.ts'

/** Varnish with the vmod xkey and the configuration in deploy/varnish. */
export function varnish({ urls, token }: OutsideSettings, send: Fetch): OutsideCache {
  return {
    name: 'Varnish',
    // Once it can be reached again it has a second to hear of what changed.
    longestPause: 500,
    async purge(tags) {
      for (const portion of portions(tags, { tags: 500, characters: 4_000 })) {
        const headers = {
          'xkey-purge': portion.join(' '),
          ...(token !== '' && { 'xkey-token': token }),
        }
        await Promise.all(urls.map((url) => order(send, url, { method: 'PURGE', headers })))
      }
    },
  }
}
