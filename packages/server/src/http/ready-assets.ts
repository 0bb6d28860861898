/** Assets that were served a moment ago and can be served again without waiting for anything. */
import type { IncomingMessage } from 'node:http'
import { hotFiles, type HotFiles } from '../media/hot-files.ts'
import type { KnownMedia } from '../media/known-media.ts'
import type { ServedMedia } from '../store/store.ts'
import { isKnown } from './etags.ts'
import type { HttpRequest, ReadyReply } from './exchange.ts'
import { alive, dateNow, headText } from './wire.ts'

export interface ReadyAssets {
  find(request: IncomingMessage): ReadyReply | undefined
  /** The same for a plain GET, as it goes over the wire. */
  onWire(url: string, accept: string): Buffer | undefined
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
  /** The head as text, up to the date, which changes. */
  readonly headText: string
  /** When the date was written, in seconds. */
  datedAt: number
}

const remembered = 10_000
const wireBytes = 32 * 1024 * 1024

/** `always` are headers of every response. */
export function readyAssets(
  media: KnownMedia,
  hot: HotFiles,
  always: Readonly<Record<string, string>>,
): ReadyAssets {
  const kept = new Map<string, Kept>()
  /** Answers in one piece, which is what a socket takes best. */
  const wires = hotFiles(wireBytes)

  /** The same object: nothing has changed since. */
  function current(url: string, accept: string | undefined): Kept | undefined {
    const asset = kept.get(nameOf(url, accept))
    return asset && media.ready(asset.media.id) === asset.media ? asset : undefined
  }

  return {
    onWire(url, accept) {
      const asset = current(url, accept)
      const body = asset && hot.get(asset.name)
      if (!body) return undefined
      const name = nameOf(url, accept)
      let whole = wires.get(name)
      if (!whole) {
        whole = Buffer.concat([headOf(asset), body])
        wires.put(name, whole)
      }
      refreshDate(asset, whole)
      return whole
    },
    find({ method, url = '', headers }) {
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
      const text = `${headText(200, { ...headers, ...always, ...alive })}date: `
      const name = nameOf(url, accept)
      wires.drop(name)
      kept.set(name, { ...asset, head, headText: text, datedAt: 0 })
      if (kept.size > remembered) kept.delete(kept.keys().next().value ?? '')
    },
  }
}

const dateLength = new Date(0).toUTCString().length

function headOf(asset: Kept): Buffer {
  asset.datedAt = 0
  return Buffer.from(`${asset.headText}${' '.repeat(dateLength)}\r\n\r\n`, 'latin1')
}

/** Once a second. Who is being sent the answer at that moment has the date already. */
function refreshDate(asset: Kept, whole: Buffer): void {
  const second = Math.floor(Date.now() / 1000)
  if (asset.datedAt === second) return
  asset.datedAt = second
  whole.write(dateNow(), asset.headText.length, 'latin1')
}

/** What depends on the Accept header has it in its name. */
function nameOf(url: string, accept = ''): string {
  return namesAccept(url) ? `${url}\n${accept}` : url
}

/** Told without decoding the address; one that is written in another way is not kept. */
function namesAccept(url: string): boolean {
  return url.includes('auto')
}
