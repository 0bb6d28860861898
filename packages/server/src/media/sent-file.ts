/** The one file of a body that is multipart/form-data. */
import type { Readable } from 'node:stream'
import { Refusal } from '@octavo/schema/errors.ts'
import { boundaryOf, partsOf, type Part } from './multipart.ts'

export interface SentFile {
  filename: string
  chunks: AsyncIterable<Uint8Array>
}

/** Hands over the one file of the body. Whatever happens, the rest of the body is thrown away. */
export async function withFile<T>(
  body: Readable,
  contentType: string | undefined,
  use: (file: SentFile) => Promise<T>,
): Promise<T> {
  try {
    const parts = partsOf(chunksOf(body), boundaryOf(contentType))
    const { value: part } = await parts.next()
    return await use({ filename: filenameOf(part ?? undefined), chunks: onlyPart(part, parts) })
  } finally {
    body.resume()
  }
}

/** Leaves the stream alone when reading stops: an answer is still to go out on its connection. */
async function* chunksOf(body: Readable): AsyncGenerator<Uint8Array> {
  if (body.destroyed) throw cutShort()
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) yield chunk as Buffer
  } catch {
    throw cutShort()
  }
}

function filenameOf(part: Part | undefined): string {
  if (part?.name !== 'file') throw refusal('one part of this name is needed, and no other')
  if (part.filename) return part.filename
  throw refusal('needs a file name')
}

async function* onlyPart(
  part: Part | void,
  parts: AsyncIterator<Part, void>,
): AsyncIterable<Uint8Array> {
  if (part) yield* part.body
  const { done } = await parts.next()
  if (done !== true) throw refusal('one part of this name is needed, and no other')
}

function refusal(message: string): Refusal {
  return new Refusal('badRequest', [{ path: 'file', message }])
}

function cutShort(): Refusal {
  return new Refusal('badRequest', 'the body was cut short')
}
