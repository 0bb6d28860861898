import { cloudflare } from './cloudflare.ts'
import { fastly } from './fastly.ts'
import type { Fetch, OutsideCache, OutsideSettings } from './outside-cache.ts'
import { varnish } from './varnish.ts'

const kinds = { varnish, fastly, cloudflare }

export function openOutsideCache(settings: OutsideSettings, send: Fetch = fetch): OutsideCache {
  return kinds[settings.kind](settings, send)
}
