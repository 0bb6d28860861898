import { Refusal } from '@octavo/schema/errors.ts'
import { isShownInPlace } from '../../media/media-type.ts'
import type { MediaStorage } from '../../media/storage.ts'
import type { MediaRecord } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'
import { isKnown } from '../etags.ts'
import type { Endpoint, HttpReply, HttpRequest } from '../exchange.ts'
import { rangeOf } from '../range.ts'

interface AssetDeps {
  readonly store: Store
  readonly mediaStorage: MediaStorage
}

export function assetEndpoints(deps: AssetDeps): Endpoint[] {
  return [
    {
      method: 'GET',
      path: '/spaces/:space/media/:media/_/:filename',
      handle: (request) => serveOriginal(request, deps),
    },
  ]
}

async function serveOriginal(request: HttpRequest, deps: AssetDeps): Promise<HttpReply> {
  const media = await findMedia(request, deps.store)
  const etag = `"${media.sha256.slice(0, 32)}"`
  const headers = { ...headersOf(media), etag }
  if (isKnown(request.headers['if-none-match'], etag)) return { status: 304, headers, body: null }
  const ifRange = request.headers['if-range']
  const isRangeValid = ifRange === undefined || ifRange === etag
  const range = isRangeValid ? rangeOf(request.headers.range, media.bytes) : undefined
  const length = range ? range.end - range.start + 1 : media.bytes
  const sized = { ...headers, 'content-length': String(length) }
  const body = request.method === 'HEAD' ? null : await deps.mediaStorage.read(media.sha256, range)
  if (!range) return { status: 200, headers: sized, body }
  const contentRange = `bytes ${range.start}-${range.end}/${media.bytes}`
  return { status: 206, headers: { ...sized, 'content-range': contentRange }, body }
}

async function findMedia({ params }: HttpRequest, store: Store): Promise<MediaRecord> {
  const id = idOf(params['media'])
  const [media] = id === undefined ? [] : await store.read((tx) => tx.media.load([id]))
  const isThere = media?.spaceId === idOf(params['space']) && media?.filename === params['filename']
  if (media && isThere && media.archivedAt === null && media.deletedAt === null) return media
  throw new Refusal('notFound', 'there is no such file')
}

function idOf(text = ''): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}

function headersOf({ type, filename }: MediaRecord): Record<string, string> {
  const name = `filename*=UTF-8''${encodeURIComponent(filename).replaceAll("'", '%27')}`
  return {
    'content-type': type,
    'content-disposition': `${isShownInPlace(type) ? 'inline' : 'attachment'}; ${name}`,
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'cross-origin',
  }
}
