/** Bodies, ETags and compression of responses, and the request headers that choose between them. */
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Reply } from './api.ts'

export async function renderedBody({ body }: Pick<Reply, 'body'>): Promise<Buffer> {
  if (typeof body === 'function') return body()
  return typeof body === 'string' ? Buffer.from(body) : body
}

/**
 * A strong ETag of the body, or of a text that identifies it. Begins with the version of the item, if the
 * body shows a single item.
 */
export function etagOf(body: Buffer | string, version?: string): string {
  const digest = hash('sha256', body, 'base64url').slice(0, 22)
  return version === undefined ? `"${digest}"` : `"${version}.${digest}"`
}

/** Whether `If-None-Match` contains the current ETag. */
export function isNotModified(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || etagsIn(header).includes(etag)
}

/** The item versions that `If-Match` accepts; undefined if it accepts any. */
export function versionsIn(header: string | undefined): string[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  return etagsIn(header).flatMap((etag) => {
    const version = /^"([a-z]+-\d{1,16}-\d{1,16})\./.exec(etag)?.[1]
    return version === undefined ? [] : [version]
  })
}

/** The ETags in a list, without the weak prefix that intermediate caches may add. */
function etagsIn(header: string): string[] {
  return Array.from(header.matchAll(/(?:W\/)?("[^"]*")/g), ([, etag = '']) => etag)
}

/** Bytes. Compressing a shorter body saves too little. */
const minBytes = 1024

/** Moderate levels: most of the size reduction for little CPU time. */
const encoders = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 5 }),
} as const

export type Encoding = keyof typeof encoders

/** Compresses the body with the encoding that the client prefers, if it is long enough. */
export async function compress(
  body: Buffer,
  acceptEncoding: string | undefined,
): Promise<{ body: Buffer; encoding: Encoding | undefined }> {
  const encoding = encodingFor(body.length, acceptEncoding)
  return { body: encoding ? await encode(body, encoding) : body, encoding }
}

export function encode(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoders[encoding](body)
}

/** Encodings by Accept-Encoding header, of which clients send few distinct values. */
const cached = new Map<string, Encoding | undefined>()
const maxCached = 200

export function encodingFor(size: number, acceptEncoding = ''): Encoding | undefined {
  if (size <= minBytes || acceptEncoding === '') return undefined
  if (cached.has(acceptEncoding)) return cached.get(acceptEncoding)
  const encoding = preferred(acceptEncoding)
  if (cached.size < maxCached && acceptEncoding.length < 200) cached.set(acceptEncoding, encoding)
  return encoding
}

function preferred(header: string): Encoding | undefined {
  const weights = weightsIn(header)
  const accepted = (['br', 'gzip'] as const)
    .map((name) => ({ name, weight: weights.get(name) ?? weights.get('*') ?? 0 }))
    .filter(({ weight }) => weight > 0)
  return accepted.toSorted((a, b) => b.weight - a.weight)[0]?.name
}

/** Parses `gzip;q=0.5, br` into a map from name to weight. Works for all Accept headers. */
export function weightsIn(header: string): Map<string, number> {
  return new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0]
    }),
  )
}
