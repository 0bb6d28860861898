import { say } from '@octavo/schema/problems.ts'
import type { Readable } from 'node:stream'
import { Refusal } from '@octavo/schema/errors.ts'
import { parseExactJson } from '../fields/exact-json.ts'
import { jsonErrorPlace } from './json-position.ts'
import type { HttpRequest } from './exchange.ts'
import { jsonFault } from '../scheduling/json-bounds.ts'

const maxJsonBytes = 10_000_000
/** Milliseconds. A slower body would hold a slot among the requests in progress for too long. */
const bodyTimeout = 60_000

/** Reads the complete body, up to `maxBytes`. Every failure is a 400. */
export async function readBody(request: HttpRequest, maxBytes = maxJsonBytes): Promise<Buffer> {
  refuseEncoded(request)
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
  return request.body ?? collect(request.stream(), maxBytes)
}

export function refuseEncoded({ headers }: Pick<HttpRequest, 'headers'>): void {
  const encoding = headers['content-encoding'] ?? 'identity'
  if (typeof encoding === 'string' && encoding.toLowerCase() === 'identity') return
  throw new Refusal('badRequest', 'Content-Encoding is not supported: send the body uncompressed')
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Parses the body as JSON, regardless of its Content-Type; undefined for an empty body. */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined
  const fault = jsonFault(body)
  if (fault) throw new Refusal('badRequest', fault)
  const text = decoded(body)
  try {
    return parseExactJson(text)
  } catch {
    const place = jsonErrorPlace(text)
    const where = place === undefined ? '' : `: see ${place}`
    throw new Refusal('badRequest', `the body is not valid JSON${where}`)
  }
}

function decoded(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch {
    throw new Refusal('badRequest', 'the body is not valid JSON in UTF-8')
  }
}

async function collect(stream: Readable, maxBytes: number): Promise<Buffer> {
  if (stream.destroyed)
    throw new Refusal('badRequest', 'the connection closed before the body was complete')
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const timer = setTimeout(
      () =>
        refuse(
          new Refusal(
            'badRequest',
            `the body took longer than ${bodyTimeout / 1000} seconds to arrive`,
          ),
        ),
      bodyTimeout,
    )
    const refuse = (error: Refusal): void => {
      clearTimeout(timer)
      stream.off('data', take)
      // Discards the rest of the body, so that the client can read the response.
      stream.resume()
      reject(error)
    }
    const take = (chunk: Buffer): void => {
      size += chunk.length
      if (size > maxBytes) refuse(tooLarge(maxBytes))
      else chunks.push(chunk)
    }
    stream.on('data', take)
    stream.once('end', () => {
      clearTimeout(timer)
      resolve(Buffer.concat(chunks))
    })
    const onClose = (): void => {
      if (!stream.readableEnded)
        refuse(new Refusal('badRequest', 'the connection closed before the body was complete'))
    }
    stream.once('error', onClose)
    stream.once('close', onClose)
  })
}

function tooLarge(max: number): Refusal {
  return new Refusal('badRequest', say('bodyTooLarge', { max }))
}
