/** Reads the plainest of requests from what has arrived. All others are for the HTTP server. */

export interface PlainRequest {
  readonly method: PlainMethod
  readonly url: string
  /** By name in small letters; no name comes twice. */
  readonly headers: Readonly<Record<string, string>>
  /** All of it; null where there is none, as with every GET. */
  readonly body: Buffer | null
}

type PlainMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

const longestHead = 4096

/**
 * A GET without a body that asks for the whole, or a write with all of its body. Headers that could
 * change the answer, or where the next request begins, are left to the HTTP server, and so is all that
 * is odd.
 */
export function plainRequest(chunk: Buffer): PlainRequest | null {
  if (chunk.length < shortestHead) return null
  return chunk[0] === startOfGet ? plainRead(chunk) : plainWrite(chunk)
}

const shortestHead = 'GET / HTTP/1.1\r\n\r\n'.length
const startOfGet = 'G'.charCodeAt(0)
const plainUrl = /^[!-~]+$/

function plainRead(chunk: Buffer): PlainRequest | null {
  if (chunk.length > longestHead) return null
  const head = chunk.toString('latin1')
  const lineEnd = head.indexOf('\r\n')
  if (!head.startsWith('GET /') || !head.endsWith(' HTTP/1.1', lineEnd)) return null
  const url = head.slice('GET '.length, lineEnd - ' HTTP/1.1'.length)
  if (!head.endsWith(endOfHead)) return null
  const headers = knownHeaders(head.slice(lineEnd, -endOfHead.length))
  return headers && plainUrl.test(url) ? { method: 'GET', url, headers, body: null } : null
}

const endOfHead = '\r\n\r\n'
const writeLine = /^(POST|PUT|PATCH|DELETE) (\/[!-~]*) HTTP\/1\.1(?=\r\n)/
const plainLength = /\r\ncontent-length:[ ]*([1-9]\d{0,7})[ ]*(?=\r\n|$)/i

/** Its length is told, and all of it has come with the head. */
function plainWrite(chunk: Buffer): PlainRequest | null {
  const end = chunk.subarray(0, longestHead).indexOf(endOfHead)
  const head = end === -1 ? '' : chunk.toString('latin1', 0, end)
  const [line = '', method, url = ''] = writeLine.exec(head) ?? []
  const lines = head.slice(line.length)
  const [, length] = plainLength.exec(lines) ?? []
  const body = chunk.subarray(end + endOfHead.length)
  if (method === undefined || length === undefined || body.length !== Number(length)) return null
  // Apart from the others, which are the same again and again. A second one would be odd.
  const others = knownHeaders(lines.replace(plainLength, ''))
  const headers = others && { ...others, 'content-length': length }
  return headers && { method: method as PlainMethod, url, headers, body }
}

/** Clients repeat themselves: what headers say is read once. */
const readHeaders = new Map<string, PlainRequest['headers'] | null>()
const rememberedHeaders = 2000

/** Of all that stands between the first line and the end, each line with its break before it. */
function knownHeaders(text: string): PlainRequest['headers'] | null {
  const known = readHeaders.get(text)
  if (known !== undefined) return known
  const headers = headersIn(text)
  if (readHeaders.size >= rememberedHeaders) readHeaders.clear()
  readHeaders.set(text, headers)
  return headers
}

const plainHeader = /^([A-Za-z][\w-]*):[ ]*([ -~]*)$/
const odd = /^(?:range|if-[a-z-]+|content-length|transfer-encoding|expect|upgrade|te|trailer)$/

/** Null where there is none, or an odd one among them. */
function headersIn(text: string): Record<string, string> | null {
  if (text === '') return null
  const headers: Record<string, string> = Object.create(null) as Record<string, string>
  for (const line of text.split('\r\n').slice(1)) {
    const [, name, value = ''] = plainHeader.exec(line) ?? []
    if (name === undefined) return null
    const key = name.toLowerCase()
    if (key in headers || odd.test(key)) return null
    if (key === 'connection' && value.trimEnd().toLowerCase() !== 'keep-alive') return null
    headers[key] = value.trimEnd()
  }
  return headers
}
