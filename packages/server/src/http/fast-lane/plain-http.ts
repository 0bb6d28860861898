/**
 * Plain HTTP/1.1: parses requests, and responds with the same endpoints and the same bytes as the HTTP
 * server, which handles all other requests.
 */
import { STATUS_CODES } from 'node:http'
import { responseBuffer, releaseBuffer } from '../../delivery/render.ts'
import type { Dispatch, Found, Origin } from '../dispatch.ts'
import type { HttpReply, HttpRequest, ReadyReply } from '../exchange.ts'

export interface PlainRequest {
  readonly method: PlainMethod
  readonly url: string
  /** By lower-case name; names are unique. */
  readonly headers: Readonly<Record<string, string>>
  /** The complete body; null if there is none, as for every GET. */
  readonly body: Buffer | null
}

type PlainMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The bytes of a response, which are sent once: their buffers are reused afterwards. */
export type Wire = readonly Buffer[]

/** Returns undefined if the HTTP server should handle the request. Must not throw. */
export type FastResponder = (
  request: PlainRequest,
  origin: Origin,
) => Wire | Promise<Wire> | undefined

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

export function fastResponder(dispatch: Dispatch): FastResponder {
  const respond = async ({ endpoint, headers }: Found, request: HttpRequest): Promise<Wire> =>
    wireOf(await dispatch.respond(endpoint, request), headers)
  return (request, origin) => {
    const found = dispatch.find(request)
    const ready = found.endpoint.ready?.(request)
    if (ready) return wireOfReady(ready)
    if (found.endpoint.isInFastLane !== true) return undefined
    return respond(found, dispatch.receive(request, found, origin))
  }
}

/** The headers that the HTTP server sends for a persistent connection. */
const alive = { connection: 'keep-alive', 'keep-alive': 'timeout=65' }
const aliveLines = Object.entries(alive)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')

/** Up to this size, copying the body behind its head costs less than a second write. */
const maxCopied = 16_384

/** Serializes a reply. Its body must be complete and not shared; `extra` are additional headers. */
function wireOf(
  { status, headers, body }: HttpReply,
  extra: Readonly<Record<string, string>>,
): Wire {
  if (body !== null && typeof body !== 'string' && !Buffer.isBuffer(body)) {
    throw new TypeError('the fast lane cannot send a stream')
  }
  let head = headText(status, headers)
  for (const name in extra) if (!(name in headers)) head += `${name}: ${extra[name]}\r\n`
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const hasLength = 'content-length' in headers
  if (bytes && !hasLength) head += `content-length: ${bytes.length}\r\n`
  return joined(head, bytes)
}

interface ReadyWire {
  readonly body: Buffer | null
  readonly wire: Wire
}

/** Serialized replies of the current second, by their headers. */
const ready = { date: '', bytes: 0, wires: new Map<readonly string[], ReadyWire>() }
const maxReadyBytes = 16_000_000

/** Serializes a reply that is sent repeatedly, once per second. */
function wireOfReady({ status, head, body }: ReadyReply): Wire {
  const date = dateNow()
  if (ready.date !== date) Object.assign(ready, { date, bytes: 0, wires: new Map() })
  const cached = ready.wires.get(head)
  if (cached?.body === body) return cached.wire
  let text = headText(status, {})
  for (let index = 0; index < head.length; index += 2) {
    text += `${head[index]}: ${head[index + 1]}\r\n`
  }
  const start = Buffer.from(`${text}date: ${date}\r\n${aliveLines}\r\n`, 'latin1')
  ready.bytes += start.length + (body?.length ?? 0)
  if (ready.bytes > maxReadyBytes) return body ? [start, body] : [start]
  // A single buffer is the fastest to write.
  const wire = [Buffer.concat([start, body ?? none])]
  ready.wires.set(head, { body, wire })
  return wire
}

const none = Buffer.alloc(0)

function joined(start: string, body: Buffer | null): Wire {
  const head = `${start}date: ${dateNow()}\r\n${aliveLines}\r\n`
  if (body && body.length > maxCopied) return [Buffer.from(head, 'latin1'), body]
  const bytes = responseBuffer(head.length + (body?.length ?? 0))
  bytes.write(head, 'latin1')
  if (body) {
    body.copy(bytes, head.length)
    releaseBuffer(body)
  }
  return [bytes]
}

/** The status line and these headers, without the empty line that ends the head. */
function headText(status: number, headers: Readonly<Record<string, string>>): string {
  let text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
  for (const name in headers) text += `${name}: ${headers[name]}\r\n`
  return text
}

let dated = { second: 0, text: '' }

/** The date in HTTP format, formatted once per second. */
function dateNow(): string {
  const second = Math.floor(Date.now() / 1000)
  if (dated.second !== second) dated = { second, text: new Date(second * 1000).toUTCString() }
  return dated.text
}
