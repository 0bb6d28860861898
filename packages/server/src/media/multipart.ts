/**
 * Streaming parser for multipart/form-data (RFC 7578). It pulls its input: it reads only on demand, stops at
 * the first error, and buffers at most one chunk.
 */
import { Refusal } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'

export interface Part {
  /** From `Content-Disposition`. */
  readonly name: string | undefined
  /** Undefined if the part is not a file. */
  readonly filename: string | undefined
  /** Must be read to its end before the next part. */
  readonly body: AsyncIterable<Uint8Array>
}

const longestBoundary = 70
const longestHead = 8192

/** The boundary from `Content-Type`. */
export function boundaryOf(contentType: string | undefined): string {
  const type = contentType ?? ''
  const [, quoted, plain] = /;\s*boundary=(?:"([^"\r\n]*)"|([^\s;"]+))/i.exec(type) ?? []
  const boundary = quoted ?? plain ?? ''
  const isFormData = /^multipart\/form-data\s*(?:;|$)/i.test(type.trim())
  if (isFormData && /^[ -~]{1,70}$/.test(boundary) && boundary.length <= longestBoundary) {
    return boundary
  }
  throw new Refusal('badRequest', say('noBoundary'))
}

export async function* partsOf(
  chunks: AsyncIterator<Uint8Array, void>,
  boundary: string,
): AsyncGenerator<Part, void, undefined> {
  const input = createInput(chunks)
  // The first delimiter has no line break before it, so add one.
  input.unread(Buffer.from('\r\n'))
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  await skipPreamble(input, delimiter)
  while (await isAnotherPart(input)) {
    const head = await readHead(input)
    let isRead = false
    yield {
      ...disposition(head),
      body: (async function* () {
        yield* input.until(delimiter)
        isRead = true
      })(),
    }
    if (!isRead) throw new Error('a part was not read to its end')
  }
}

interface Input {
  unread(bytes: Buffer): void
  /** Exactly `count` bytes. */
  take(count: number): Promise<Buffer>
  /** The bytes before the delimiter, in chunks. Consumes the delimiter. */
  until(delimiter: Buffer): AsyncIterable<Buffer>
}

function createInput(chunks: AsyncIterator<Uint8Array, void>): Input {
  let rest: Buffer = Buffer.alloc(0)

  async function more(): Promise<void> {
    const { value } = await chunks.next()
    if (!value) throw new Refusal('badRequest', say('uploadEnds'))
    rest =
      rest.length === 0
        ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
        : Buffer.concat([rest, value])
  }

  return {
    unread(bytes) {
      rest = Buffer.concat([bytes, rest])
    },
    async take(count) {
      while (rest.length < count) await more()
      const taken = rest.subarray(0, count)
      rest = rest.subarray(count)
      return taken
    },
    async *until(delimiter) {
      for (;;) {
        const found = rest.indexOf(delimiter)
        const end = found === -1 ? rest.length - delimiter.length + 1 : found
        if (end > 0) {
          const ready = rest.subarray(0, end)
          rest = rest.subarray(end)
          yield ready
        }
        if (found !== -1) {
          rest = rest.subarray(delimiter.length)
          return
        }
        await more()
      }
    },
  }
}

async function skipPreamble(input: Input, delimiter: Buffer): Promise<void> {
  let skipped = 0
  for await (const chunk of input.until(delimiter)) {
    skipped += chunk.length
    if (skipped > longestHead) throw new Refusal('badRequest', say('uploadStart'))
  }
}

/** After a boundary, two dashes end the body and a line break starts a part. */
async function isAnotherPart(input: Input): Promise<boolean> {
  let mark = (await input.take(2)).toString('latin1')
  if (mark === '--') return false
  // Spaces are allowed between a boundary and its line break.
  for (let skipped = 0; mark !== '\r\n'; skipped++) {
    if (!/^[ \t]/.test(mark) || skipped > longestBoundary) {
      throw new Refusal('badRequest', say('boundaryBroken'))
    }
    mark = mark.slice(1) + (await input.take(1)).toString('latin1')
  }
  return true
}

/** Header lines by lower-case name. */
async function readHead(input: Input): Promise<Map<string, string>> {
  // In an empty head, the line break of the boundary is the first of the two.
  input.unread(Buffer.from('\r\n'))
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of input.until(Buffer.from('\r\n\r\n'))) {
    size += chunk.length
    if (size > longestHead) {
      throw new Refusal('badRequest', say('partHeadLong', { max: longestHead }))
    }
    chunks.push(chunk)
  }
  const lines = Buffer.concat(chunks).toString('utf8').split('\r\n').slice(1)
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      if (colon < 1) throw new Refusal('badRequest', say('partHeadBroken'))
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
}

function disposition(head: Map<string, string>): Pick<Part, 'name' | 'filename'> {
  const text = head.get('content-disposition') ?? ''
  if (!/^form-data\s*(?:;|$)/i.test(text)) throw new Refusal('badRequest', say('partNotForm'))
  const parameters = parametersOf(text)
  return {
    name: parameters.get('name'),
    filename: extended(parameters.get('filename*')) ?? parameters.get('filename'),
  }
}

/** Sequential, so that a quoted value is never parsed as a parameter. The first of each name wins. */
function parametersOf(text: string): Map<string, string> {
  const pattern = /\s*;\s*([^\s;="]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/gy
  pattern.lastIndex = text.search(/\s*(?:;|$)/)
  const found = new Map<string, string>()
  for (const [, name = '', quoted, plain = ''] of text.matchAll(pattern)) {
    const key = name.toLowerCase()
    if (!found.has(key)) found.set(key, quoted === undefined ? plain : unquoted(quoted))
  }
  return found
}

/** Browsers write `%22` for a quote and send names in UTF-8; other clients escape with a backslash. */
function unquoted(text: string): string {
  return text.replaceAll('\\"', '"').replaceAll('%22', '"')
}

/** `filename*=UTF-8''…`, which RFC 7578 forbids but some clients send. */
function extended(text: string | undefined): string | undefined {
  const [, encoded] = /^utf-8'[^']*'([^\s;"]+)$/i.exec(text ?? '') ?? []
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}
