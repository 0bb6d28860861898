/** Responds to plain requests with the same endpoints, and the same bytes, as the HTTP server. */
import { STATUS_CODES } from 'node:http'
import { Readable } from 'node:stream'
import type { ClientAddress } from '../../access/client-address.ts'
import { responseBuffer, releaseBuffer } from '../../delivery/response-buffers.ts'
import type { Dispatch, Found } from '../dispatch.ts'
import type { HttpReply, HttpRequest, ReadyReply } from '../exchange.ts'
import type { Caller, FastResponder, Wire } from './fast-lane.ts'
import type { PlainRequest } from './plain-request.ts'

export function fastResponder(addressOf: ClientAddress): (dispatch: Dispatch) => FastResponder {
  return (dispatch) => {
    const respond = async ({ endpoint, headers }: Found, request: HttpRequest): Promise<Wire> =>
      wireOf(await dispatch.respond(endpoint, request), headers)
    return (request, caller) => {
      const found = dispatch.find(request)
      const ready = found.endpoint.ready?.(request)
      if (ready) return wireOfReady(ready)
      if (found.endpoint.isInFastLane !== true) return undefined
      return respond(found, exchangeOf(request, found.params, caller, addressOf))
    }
  }
}

function exchangeOf(
  { method, url, headers, body }: PlainRequest,
  params: HttpRequest['params'],
  { peer, isGone }: Caller,
  addressOf: ClientAddress,
): HttpRequest {
  return {
    method,
    url,
    params,
    headers,
    get address() {
      return addressOf(peer, headers['x-forwarded-for'])
    },
    ...(body && { body }),
    stream: () => Readable.from(body ? [body] : []),
    isGone,
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
