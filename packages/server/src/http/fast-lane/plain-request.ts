/** Parses plain requests. The HTTP server handles all others. */

export interface PlainRequest {
  readonly method: PlainMethod
  readonly url: string
  /** By lower-case name; names are unique. */
  readonly headers: Readonly<Record<string, string>>
  /** The complete body; null if there is none, as for every GET. */
  readonly body: Buffer | null
}

type PlainMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

const maxHeadLength = 4096

/**
 * Parses a GET without a body or range, or a write with its complete body. Returns null for anything
 * unusual, and for headers that could affect the response or the boundary between requests.
 */
export function plainRequest(chunk: Buffer): PlainRequest | null {
  if (chunk.length < minHeadLength) return null
  return chunk[0] === startOfGet ? plainRead(chunk) : plainWrite(chunk)
}

const minHeadLength = 'GET / HTTP/1.1\r\n\r\n'.length
const startOfGet = 'G'.charCodeAt(0)
const plainUrl = /^[!-~]+$/

function plainRead(chunk: Buffer): PlainRequest | null {
  if (chunk.length > maxHeadLength) return null
  const head = chunk.toString('latin1')
  const lineEnd = head.indexOf('\r\n')
  if (!head.startsWith('GET /') || !head.endsWith(' HTTP/1.1', lineEnd)) return null
  const url = head.slice('GET '.length, lineEnd - ' HTTP/1.1'.length)
  if (!head.endsWith(endOfHead)) return null
  const headers = cachedHeaders(head.slice(lineEnd, -endOfHead.length))
  return headers && plainUrl.test(url) ? { method: 'GET', url, headers, body: null } : null
}

const endOfHead = '\r\n\r\n'
const writeLine = /^(POST|PUT|PATCH|DELETE) (\/[!-~]*) HTTP\/1\.1(?=\r\n)/
const plainLength = /\r\ncontent-length:[ ]*([1-9]\d{0,7})[ ]*(?=\r\n|$)/i

/** Requires a Content-Length, and a body that arrived together with the head. */
function plainWrite(chunk: Buffer): PlainRequest | null {
  const end = chunk.subarray(0, maxHeadLength).indexOf(endOfHead)
  const head = end === -1 ? '' : chunk.toString('latin1', 0, end)
  const [line = '', method, url = ''] = writeLine.exec(head) ?? []
  const lines = head.slice(line.length)
  const [, length] = plainLength.exec(lines) ?? []
  const body = chunk.subarray(end + endOfHead.length)
  if (method === undefined || length === undefined || body.length !== Number(length)) return null
  // Removed before the lookup, because the other headers repeat between requests. A second one is rejected.
  const others = cachedHeaders(lines.replace(plainLength, ''))
  const headers = others && { ...others, 'content-length': length }
  return headers && { method: method as PlainMethod, url, headers, body }
}

/** Parsed headers by their text, because clients send the same headers again and again. */
const headerCache = new Map<string, PlainRequest['headers'] | null>()
const maxCachedHeaders = 2000

/** Parses the header lines, each with its preceding line break. */
function cachedHeaders(text: string): PlainRequest['headers'] | null {
  const cached = headerCache.get(text)
  if (cached !== undefined) return cached
  const headers = headersIn(text)
  if (headerCache.size >= maxCachedHeaders) headerCache.clear()
  headerCache.set(text, headers)
  return headers
}

const plainHeader = /^([A-Za-z][\w-]*):[ ]*([ -~]*)$/
const unsupported =
  /^(?:range|if-[a-z-]+|content-length|transfer-encoding|expect|upgrade|te|trailer)$/

/** Null if there are no headers, or if one of them is unsupported. */
function headersIn(text: string): Record<string, string> | null {
  if (text === '') return null
  const headers: Record<string, string> = Object.create(null) as Record<string, string>
  for (const line of text.split('\r\n').slice(1)) {
    const [, name, value = ''] = plainHeader.exec(line) ?? []
    if (name === undefined) return null
    const key = name.toLowerCase()
    if (key in headers || unsupported.test(key)) return null
    if (key === 'connection' && value.trimEnd().toLowerCase() !== 'keep-alive') return null
    headers[key] = value.trimEnd()
  }
  return headers
}
