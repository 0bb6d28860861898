/** Replies as bytes, as the HTTP server would send them. */
import { STATUS_CODES } from 'node:http'
import { answerRoom, giveBack } from '../../delivery/answer-room.ts'
import type { HttpReply, ReadyReply } from '../exchange.ts'
import type { Wire } from './fast-lane.ts'

/** What the HTTP server says of a connection that stays open. */
const alive = { connection: 'keep-alive', 'keep-alive': 'timeout=65' }
const aliveLines = Object.entries(alive)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')

/** Up to here, copying the body behind its head costs less than sending two pieces. */
const mostCopied = 16_384

/** Of a reply whose body is whole and for this reply alone; `extra` are more headers. */
export function wireOf(
  { status, headers, body }: HttpReply,
  extra: Readonly<Record<string, string>>,
): Wire {
  if (body !== null && typeof body !== 'string' && !Buffer.isBuffer(body)) {
    throw new TypeError('a stream has no length')
  }
  let head = headText(status, headers)
  for (const name in extra) if (!(name in headers)) head += `${name}: ${extra[name]}\r\n`
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const isTold = 'content-length' in headers
  if (bytes && !isTold) head += `content-length: ${bytes.length}\r\n`
  return joined(head, bytes)
}

interface ReadyWire {
  readonly body: Buffer | null
  readonly wire: Wire
}

/** Those of the current second, by the headers that they are made of. */
const ready = { date: '', bytes: 0, wires: new Map<readonly string[], ReadyWire>() }
const mostReadyBytes = 16_000_000

/** Of a reply that is given again and again: it is put together once a second. */
export function wireOfReady({ status, head, body }: ReadyReply): Wire {
  const date = dateNow()
  if (ready.date !== date) Object.assign(ready, { date, bytes: 0, wires: new Map() })
  const known = ready.wires.get(head)
  if (known?.body === body) return known.wire
  let text = headText(status, {})
  for (let index = 0; index < head.length; index += 2) {
    text += `${head[index]}: ${head[index + 1]}\r\n`
  }
  const start = Buffer.from(`${text}date: ${date}\r\n${aliveLines}\r\n`, 'latin1')
  ready.bytes += start.length + (body?.length ?? 0)
  if (ready.bytes > mostReadyBytes) return body ? [start, body] : [start]
  // In one piece, which is what a socket takes best.
  const wire = [Buffer.concat([start, body ?? none])]
  ready.wires.set(head, { body, wire })
  return wire
}

const none = Buffer.alloc(0)

function joined(start: string, body: Buffer | null): Wire {
  const head = `${start}date: ${dateNow()}\r\n${aliveLines}\r\n`
  if (body && body.length > mostCopied) return [Buffer.from(head, 'latin1'), body]
  const whole = answerRoom(head.length + (body?.length ?? 0))
  whole.write(head, 'latin1')
  if (body) {
    body.copy(whole, head.length)
    giveBack(body)
  }
  return [whole]
}

/** The first line and these headers; the empty line that ends a head is still to come. */
function headText(status: number, headers: Readonly<Record<string, string>>): string {
  let text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
  for (const name in headers) text += `${name}: ${headers[name]}\r\n`
  return text
}

let dated = { second: 0, text: '' }

/** The date as HTTP writes it, worked out once a second. */
function dateNow(): string {
  const second = Math.floor(Date.now() / 1000)
  if (dated.second !== second) dated = { second, text: new Date(second * 1000).toUTCString() }
  return dated.text
}
