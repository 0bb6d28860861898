/** Recently served assets that can be sent again at once, without I/O. */
import type { FileCache } from '../media/file-cache.ts'
import type { MediaCache } from '../media/media-cache.ts'
import { boundedMap } from '../store/cache/aged-map.ts'
import type { ServedMedia } from '../store/media.ts'
import { isNotModified } from './representation.ts'
import type { HttpRequest, ReadRequest, ReadyReply } from './exchange.ts'

export interface ReadyAssets {
  find(request: ReadRequest): ReadyReply | undefined
  store(request: HttpRequest, asset: ReadyAsset): void
}

export interface ReadyAsset {
  readonly media: ServedMedia
  /** Name of the bytes in the file cache. */
  readonly name: string
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
}

interface CachedAsset extends Omit<ReadyAsset, 'headers'> {
  readonly head: string[]
}

const maxAssets = 10_000

/** Adds the headers `always` to every response. */
export function readyAssets(
  media: MediaCache,
  fileCache: FileCache,
  always: Readonly<Record<string, string>>,
): ReadyAssets {
  const assets = boundedMap<string, CachedAsset>(maxAssets)

  /** The same media object means that the asset has not changed. */
  function current(url: string, accept: string | undefined): CachedAsset | undefined {
    const asset = assets.get(nameOf(url, accept))
    return asset && media.ready(asset.media.id) === asset.media ? asset : undefined
  }

  return {
    find({ method, url, headers }) {
      if ((method !== 'GET' && method !== 'HEAD') || headers.range !== undefined) return undefined
      const asset = current(url, headers.accept)
      if (!asset) return undefined
      const { head, etag } = asset
      if (isNotModified(headers['if-none-match'], etag)) return { status: 304, head, body: null }
      if (method === 'HEAD') return { status: 200, head, body: null }
      const body = fileCache.get(asset.name)
      return body && { status: 200, head, body }
    },
    store({ url, headers: { accept } }, { headers, ...asset }) {
      if (headers['vary'] !== undefined && !dependsOnAccept(url)) return
      const head = Object.entries({ ...headers, ...always }).flat()
      assets.set(nameOf(url, accept), { ...asset, head })
    },
  }
}

/** The name includes the Accept header for assets that depend on it. */
function nameOf(url: string, accept = ''): string {
  return dependsOnAccept(url) ? `${url}\n${accept}` : url
}

/** Checks without decoding the URL. An asset whose URL encodes `auto` differently is not cached. */
function dependsOnAccept(url: string): boolean {
  return url.includes('auto')
}
