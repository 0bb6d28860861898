/** The one file of a body that is multipart/form-data. */
import type { Readable } from 'node:stream'
import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import { say, type ProblemCode } from '@octavo/schema/problems.ts'
import { boundaryOf, partsOf, type Part } from './multipart.ts'

export interface SentFile {
  filename: string
  chunks: AsyncIterable<Uint8Array>
}

/** The most that stands around the file in a body: boundaries and headers. */
const wrapping = 16_384

/** What a file has at least, if the body that it comes in is as long as its sender says. */
export function leastBytes(contentLength: string | undefined): number {
  return Math.max(1, (Number(contentLength ?? 0) || 0) - wrapping)
}

/** Hands over the one file of the body. Whatever happens, the rest of the body is thrown away. */
export async function withFile<T>(
  body: Readable,
  contentType: string | undefined,
  use: (file: SentFile) => Promise<T>,
): Promise<T> {
  const chunks = chunksOf(body)
  try {
    const parts = partsOf(chunks, boundaryOf(contentType))
    const { value: part } = await parts.next()
    return await use({ filename: filenameOf(part ?? undefined), chunks: onlyPart(part, parts) })
  } finally {
    // As long as somebody iterates over a stream, it does not flow.
    await chunks.return(undefined)
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
  if (part?.name !== 'file') throw refusal('oneFile')
  if (part.filename) return part.filename
  throw refusal('noFileName')
}

async function* onlyPart(
  part: Part | void,
  parts: AsyncIterator<Part, void>,
): AsyncIterable<Uint8Array> {
  if (part) yield* part.body
  const { done } = await parts.next()
  if (done !== true) throw refusal('oneFile')
}

function refusal(code: ProblemCode): Refusal {
  return new Refusal('badRequest', [problemAt('file', say(code))])
}

function cutShort(): Refusal {
  return new Refusal('badRequest', say('uploadCut'))
}
