import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Refusal } from '@octavo/schema/errors.ts'
import { requireActive } from '../../access/quotas.ts'
import { networkOf } from '../../access/client-address.ts'
import { everythingTag, tagOf } from '../../changes/tags.ts'
import { largestCachedFile, type FileCache } from '../../media/file-cache.ts'
import type { MediaCache } from '../../media/media-cache.ts'
import { isShownInPlace } from '../../media/media-type.ts'
import type { ByteRange, MediaStorage } from '../../media/storage.ts'
import type { Optimizer, VariantRequest } from '../../media/variants/optimizer.ts'
import type { VariantBudget } from '../../media/variants/budget.ts'
import type { VariantCheck } from '../../media/variants/rules.ts'
import { costOf, variantFor, variantName, type Variant } from '../../media/variants/variant.ts'
import { transformIn } from '../../media/variants/image-transform.ts'
import type { ServedMedia } from '../../store/media.ts'
import { isNotModified, weightsIn } from '../representation.ts'
import type { Endpoint, HttpReply, HttpRequest } from '../exchange.ts'
import { readQuery } from '../query-string.ts'
import { rangeOf } from '../range.ts'
import type { ReadyAssets } from '../ready-assets.ts'

export interface AssetDeps {
  readonly media: MediaCache
  readonly mediaStorage: MediaStorage
  readonly optimizer: Optimizer
  readonly checkVariant: VariantCheck
  readonly variantBudget: VariantBudget
  readonly fileCache: FileCache
  readonly ready: ReadyAssets
}

export function assetEndpoints(deps: AssetDeps): Endpoint[] {
  return [
    {
      method: 'GET',
      path: '/spaces/:space/media/:media/:point/:filename',
      callers: 'anyone',
      isOpen: true,
      ready: deps.ready.find,
      handle: (request) => serve(request, deps),
    },
  ]
}

/** A file to send: the original or an image variant. */
interface Asset {
  /** Identifies the bytes. */
  readonly name: string
  readonly type: string
  readonly filename: string
  readonly varies: boolean
  /** The size in bytes, if it is available. With `isRead`, a missing variant is created. */
  length(isRead: boolean): Promise<number | undefined>
  read(range: ByteRange | undefined): Promise<Buffer | Readable>
}

async function serve(request: HttpRequest, deps: AssetDeps): Promise<HttpReply> {
  const media = await findMedia(request, deps.media)
  const asset = assetOf(request, media, deps)
  const etag = `"${asset.name.slice(0, 32)}"`
  const headers = { ...headersOf(asset, media), etag }
  if (isNotModified(request.headers['if-none-match'], etag))
    return { status: 304, headers, body: null }
  const isRead = request.method !== 'HEAD'
  // A HEAD request does not create a variant only to report its size.
  const size = await asset.length(isRead)
  const ifRange = request.headers['if-range']
  const isRangeValid = ifRange === undefined || ifRange === etag
  const range = isRangeValid ? rangeOf(request.headers.range, size ?? 0) : undefined
  const body = isRead ? await asset.read(range) : null
  if (range) {
    const contentRange = `bytes ${range.start}-${range.end}/${size}`
    const length = String(range.end - range.start + 1)
    const part = { ...headers, 'content-length': length, 'content-range': contentRange }
    return { status: 206, headers: part, body }
  }
  const sized = size === undefined ? headers : { ...headers, 'content-length': String(size) }
  if (body instanceof Buffer) {
    deps.ready.store(request, { media, name: asset.name, etag, headers: sized })
  }
  return { status: 200, headers: sized, body }
}

async function findMedia({ params }: HttpRequest, cache: MediaCache): Promise<ServedMedia> {
  const id = idOf(params['media'])
  const media = id === undefined ? undefined : await cache.find(id)
  const isMatch = media?.spaceId === idOf(params['space']) && media?.filename === params['filename']
  // An earlier focal point shows the image as it is now.
  const isPoint = /^_(?:\d{1,4}-\d{1,4})?$/.test(params['point'] ?? '')
  if (!media || !isMatch || !isPoint) throw new Refusal('notFound', 'there is no such file')
  requireActive(media)
  return media
}

function idOf(text = ''): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}

function assetOf(request: HttpRequest, media: ServedMedia, deps: AssetDeps): Asset {
  // Parameters apply to images only, and are not validated for other files.
  const isImage = media.width !== null
  const query = isImage ? readQuery(request.url) : []
  const transform = transformIn(query)
  const accepted = weightsIn(request.headers.accept ?? '')
  const accepts = (type: string): boolean => (accepted.get(type) ?? 0) > 0
  const variant = transform && variantFor(media, transform, accepts)
  if (!variant) return original(media, deps)
  const { space = '', media: id = '', point = '', filename = '' } = request.params
  const isChosen = deps.checkVariant(transform, { space, media: id, point, filename, query })
  const paid = isChosen ? free : paidBy(request, costOf(media, variant), deps.variantBudget)
  return variantOf({ request, media, variant, paid, varies: transform.format === 'auto' }, deps)
}

function original(media: ServedMedia, { mediaStorage, fileCache }: AssetDeps): Asset {
  const { sha256, type, filename, bytes } = media
  return {
    name: sha256,
    type,
    filename,
    varies: false,
    length: () => Promise.resolve(bytes),
    async read(range) {
      if (bytes > largestCachedFile) return mediaStorage.read(sha256, range)
      const file = fileCache.get(sha256) ?? (await buffer(await mediaStorage.read(sha256)))
      fileCache.put(sha256, file)
      return partOf(file, range)
    },
  }
}

function partOf(file: Buffer, range: ByteRange | undefined): Buffer {
  return range ? file.subarray(range.start, range.end + 1) : file
}

interface RequestedVariant {
  request: HttpRequest
  media: ServedMedia
  variant: Variant
  varies: boolean
  paid: Pick<VariantRequest, 'admit' | 'onFrames'>
}

const free: RequestedVariant['paid'] = { admit() {}, onFrames() {} }

function paidBy(
  { address }: HttpRequest,
  megapixels: number,
  budget: VariantBudget,
): RequestedVariant['paid'] {
  const client = networkOf(address)
  return {
    admit: () => budget.spend(client, megapixels),
    onFrames: (frames) => budget.owe(client, (frames - 1) * megapixels),
  }
}

function variantOf(
  { request, media, variant, varies, paid }: RequestedVariant,
  { optimizer }: AssetDeps,
): Asset {
  const { sha256, filename } = media
  const name = variantName(sha256, variant)
  let made: Promise<Buffer> | undefined
  const isGone = (): boolean => request.isGone()
  const make = (): Promise<Buffer> =>
    (made ??= optimizer.make({ sha256, variant, isGone, ...paid }))
  return {
    name,
    type: `image/${variant.format}`,
    filename: `${filename.replace(/\.[^.]*$/, '')}.${variant.format}`,
    varies,
    length: async (isRead) => (isRead ? await make() : await optimizer.find(name))?.length,
    read: async (range) => partOf(await make(), range),
  }
}

/** Prevents the browser from running a file as a page, a script or a frame. */
const sandboxHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'cross-origin',
}

function headersOf(asset: Asset, media: ServedMedia): Record<string, string> {
  const { type, filename, varies } = asset
  const name = `filename*=UTF-8''${encodeURIComponent(filename).replaceAll(/['()*!]/g, percent)}`
  return {
    'content-type': type,
    'content-disposition': `${isShownInPlace(type) ? 'inline' : 'attachment'}; ${name}`,
    'cache-control': 'public, max-age=31536000, immutable',
    'surrogate-key': [everythingTag, tagOf.media(media.id), tagOf.files(media.rootId)].join(' '),
    'accept-ranges': 'bytes',
    ...(varies && { vary: 'Accept' }),
    ...sandboxHeaders,
  }
}

/** Encodes characters that RFC 8187 requires to be encoded and `encodeURIComponent` does not encode. */
function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
