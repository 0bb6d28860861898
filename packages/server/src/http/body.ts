import { say } from '@octavo/schema/problems.ts'
import type { Readable } from 'node:stream'
import { Refusal } from '@octavo/schema/errors.ts'
import type { HttpRequest } from './exchange.ts'
import { jsonFault } from './json-bounds.ts'

const largestJson = 10_000_000
/** A body that takes longer is not worth a place among the requests under way. */
const patience = 60_000

/** The whole body, within bounds. What is wrong with it is always the sender's fault: 400. */
export async function readBody(request: HttpRequest): Promise<Buffer> {
  refuseEncoded(request)
  if (Number(request.headers['content-length'] ?? 0) > largestJson) throw tooLarge()
  return request.body ?? collect(request.stream())
}

export function refuseEncoded({ headers }: Pick<HttpRequest, 'headers'>): void {
  const encoding = headers['content-encoding'] ?? 'identity'
  if (typeof encoding === 'string' && encoding.toLowerCase() === 'identity') return
  throw new Refusal('badRequest', 'send the body without a Content-Encoding')
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The body as JSON, whatever Content-Type it claims; undefined for an empty one. */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined
  const fault = jsonFault(body)
  if (fault) throw new Refusal('badRequest', fault)
  try {
    return JSON.parse(utf8.decode(body)) as unknown
  } catch {
    throw new Refusal('badRequest', 'the body is not well-formed JSON in UTF-8')
  }
}

async function collect(stream: Readable): Promise<Buffer> {
  if (stream.destroyed) throw new Refusal('badRequest', 'the body was cut short')
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const timer = setTimeout(
      () => refuse(new Refusal('badRequest', 'the body came too slowly')),
      patience,
    )
    const refuse = (error: Refusal): void => {
      clearTimeout(timer)
      stream.off('data', take)
      // What is still under way is thrown away, so that the answer can be read.
      stream.resume()
      reject(error)
    }
    const take = (chunk: Buffer): void => {
      size += chunk.length
      if (size > largestJson) refuse(tooLarge())
      else chunks.push(chunk)
    }
    stream.on('data', take)
    stream.once('end', () => {
      clearTimeout(timer)
      resolve(Buffer.concat(chunks))
    })
    const cut = (): void => {
      if (!stream.readableEnded) refuse(new Refusal('badRequest', 'the body was cut short'))
    }
    stream.once('error', cut)
    stream.once('close', cut)
  })
}

function tooLarge(): Refusal {
  return new Refusal('badRequest', say('bodyTooLarge', { max: largestJson }))
}
