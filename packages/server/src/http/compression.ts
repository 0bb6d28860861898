import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const worthwhile = 1024

/** Moderate levels: most of the gain for little of the time. */
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

/** The body as the client likes it best, where that pays. */
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

/** Few clients send many kinds of this header. */
const known = new Map<string, Encoding | undefined>()
const mostKnown = 200

export function encodingFor(size: number, acceptEncoding = ''): Encoding | undefined {
  if (size <= worthwhile || acceptEncoding === '') return undefined
  if (known.has(acceptEncoding)) return known.get(acceptEncoding)
  const encoding = preferred(acceptEncoding)
  if (known.size < mostKnown && acceptEncoding.length < 200) known.set(acceptEncoding, encoding)
  return encoding
}

function preferred(header: string): Encoding | undefined {
  const weights = weightsIn(header)
  const accepted = (['br', 'gzip'] as const)
    .map((name) => ({ name, weight: weights.get(name) ?? weights.get('*') ?? 0 }))
    .filter(({ weight }) => weight > 0)
  return accepted.toSorted((a, b) => b.weight - a.weight)[0]?.name
}

/** `gzip;q=0.5, br` as a map from name to weight; shared by the Accept headers. */
export function weightsIn(header: string): Map<string, number> {
  return new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0]
    }),
  )
}
