/** Assets that were served a moment ago and can be served again without waiting for anything. */
import type { HotFiles } from '../media/hot-files.ts'
import type { KnownMedia } from '../media/known-media.ts'
import { boundedMap } from '../store/cache/aged-map.ts'
import type { ServedMedia } from '../store/store.ts'
import { isKnown } from './etags.ts'
import type { HttpRequest, ReadRequest, ReadyReply } from './exchange.ts'

export interface ReadyAssets {
  find(request: ReadRequest): ReadyReply | undefined
  keep(request: HttpRequest, asset: ReadyAsset): void
}

export interface ReadyAsset {
  readonly media: ServedMedia
  /** Of the bytes, among the hot files. */
  readonly name: string
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
}

interface Kept extends Omit<ReadyAsset, 'headers'> {
  readonly head: string[]
}

const remembered = 10_000

/** `always` are headers of every response. */
export function readyAssets(
  media: KnownMedia,
  hot: HotFiles,
  always: Readonly<Record<string, string>>,
): ReadyAssets {
  const kept = boundedMap<string, Kept>(remembered)

  /** The same object: nothing has changed since. */
  function current(url: string, accept: string | undefined): Kept | undefined {
    const asset = kept.get(nameOf(url, accept))
    return asset && media.ready(asset.media.id) === asset.media ? asset : undefined
  }

  return {
    find({ method, url, headers }) {
      if ((method !== 'GET' && method !== 'HEAD') || headers.range !== undefined) return undefined
      const asset = current(url, headers.accept)
      if (!asset) return undefined
      const { head, etag } = asset
      if (isKnown(headers['if-none-match'], etag)) return { status: 304, head, body: null }
      if (method === 'HEAD') return { status: 200, head, body: null }
      const body = hot.get(asset.name)
      return body && { status: 200, head, body }
    },
    keep({ url, headers: { accept } }, { headers, ...asset }) {
      if (headers['vary'] !== undefined && !namesAccept(url)) return
      const head = Object.entries({ ...headers, ...always }).flat()
      kept.set(nameOf(url, accept), { ...asset, head })
    },
  }
}

/** What depends on the Accept header has it in its name. */
function nameOf(url: string, accept = ''): string {
  return namesAccept(url) ? `${url}\n${accept}` : url
}

/** Told without decoding the address; one that is written in another way is not kept. */
function namesAccept(url: string): boolean {
  return url.includes('auto')
}
