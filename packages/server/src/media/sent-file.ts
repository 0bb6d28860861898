/** Reads the only file of a multipart/form-data body. */
import type { Readable } from 'node:stream'
import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import { say, type ProblemCode } from '@octavo/schema/problems.ts'
import { boundaryOf, partsOf, type Part } from './multipart.ts'

export interface SentFile {
  filename: string
  chunks: AsyncIterable<Uint8Array>
}

/** Maximum overhead of boundaries and headers in a body. */
const overhead = 16_384

/** The minimum size of the file, derived from `Content-Length`. */
export function leastBytes(contentLength: string | undefined): number {
  return Math.max(1, (Number(contentLength ?? 0) || 0) - overhead)
}

/** Calls `use` with the file. The rest of the body is always discarded. */
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
    // A stream does not flow while an iterator is open.
    await chunks.return(undefined)
    body.resume()
  }
}

/** Does not destroy the stream when reading stops: the connection still has to carry the response. */
async function* chunksOf(body: Readable): AsyncGenerator<Uint8Array> {
  if (body.destroyed) throw interrupted()
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) yield chunk as Buffer
  } catch {
    throw interrupted()
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

function interrupted(): Refusal {
  return new Refusal('badRequest', say('uploadCut'))
}
