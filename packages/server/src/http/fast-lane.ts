/**
 * Answers plain requests without the HTTP server, whose parsing and writing is three quarters of the
 * cost of a short answer. Whatever is not the plainest of requests, whole and alone in what has
 * arrived, goes to the HTTP server together with its connection, for good.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { giveBack, isFromRoom } from '../answer-room.ts'
import type { Connections } from './connections.ts'
import type { HostCheck } from './hosts.ts'

export interface PlainRequest {
  readonly method: PlainMethod
  readonly url: string
  /** By name in small letters; no name comes twice. */
  readonly headers: Readonly<Record<string, string>>
  /** All of it; null where there is none, as with every GET. */
  readonly body: Buffer | null
}

type PlainMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** An answer as it goes over the wire, sent once: memory of answers is given back when it was. */
export type Wire = readonly Buffer[]

export interface Caller {
  /** Whether this is the first request of the connection. */
  readonly isNew: boolean
  /** The address at the other end of the connection. */
  readonly peer: string | undefined
  /** Whether nobody is there any more to read the answer. */
  isGone(): boolean
}

/** Now, or soon; undefined where the HTTP server should answer. Must not fail. */
export type FastAnswer = (request: PlainRequest, caller: Caller) => Wire | Promise<Wire> | undefined

export interface FastLaneOptions {
  readonly answer: FastAnswer
  readonly connections: Connections
  readonly allowsHost: HostCheck
}

/** As long as the HTTP server waits for the next request. */
const idleTime = 65_000
const longestHead = 4096
/** Who does not read what was sent gets no more of it. */
const mostUnread = 1_000_000

/** Serves new connections of a server until they want more. */
export function addFastLane(
  server: Server,
  { answer, connections, allowsHost }: FastLaneOptions,
): { end(): void; cut(): void } {
  const takeOver = server.listeners('connection')
  /** With whether an answer is being made. */
  const sockets = new Map<Socket, { isBusy: boolean }>()
  let isEnding = false

  function handOver(socket: Socket, chunk: Buffer): void {
    socket.setTimeout(0)
    socket.pause()
    for (const listener of takeOver) Reflect.apply(listener, server, [socket])
    socket.unshift(chunk)
    socket.resume()
  }

  function serve(socket: Socket): void {
    const state = { isBusy: false }
    const destroy = (): void => void socket.destroy()
    const onTimeout = (): void => void (state.isBusy || socket.destroy())
    const onEnd = (): void => void (state.isBusy || socket.end())
    const goOn = (): void => {
      if (!state.isBusy && socket.isPaused() && socket.writableLength <= mostUnread) socket.resume()
    }
    const isGone = (): boolean => socket.destroyed || socket.readableEnded
    const caller = { isNew: true, peer: socket.remoteAddress, isGone }
    const leave = (): void => {
      sockets.delete(socket)
      socket.off('data', onData).off('drain', goOn).off('end', onEnd).off('close', leave)
      socket.off('error', destroy).off('timeout', onTimeout)
    }
    const send = (wire: Wire): void => {
      const isOne = wire.length === 1
      if (!isOne) socket.cork()
      for (const part of wire) {
        if (isFromRoom(part)) socket.write(part, () => giveBack(part))
        else socket.write(part)
      }
      if (!isOne) socket.uncork()
      // A client that has closed its side still gets its answer.
      if (isEnding || socket.readableEnded) socket.end()
      else if (socket.writableLength > mostUnread) socket.pause()
    }
    const finish = async (reply: Promise<Wire>): Promise<void> => {
      const wire = await reply
      state.isBusy = false
      connections.end(socket)
      if (socket.destroyed) return
      send(wire)
      goOn()
    }
    const onData = (chunk: Buffer): void => {
      if (socket.writableEnded) return
      if (state.isBusy) {
        // The next request waits in the socket, as does the end of the connection behind it.
        socket.pause()
        socket.unshift(chunk)
        return
      }
      const request = plainRequest(chunk)
      const isServed = request !== null && allowsHost(request.headers['host'])
      const reply = isServed ? answer(request, caller) : undefined
      if (caller.isNew) socket.setTimeout(idleTime)
      caller.isNew = false
      if (!reply) {
        leave()
        return handOver(socket, chunk)
      }
      connections.begin(socket)
      if (reply instanceof Promise) {
        state.isBusy = true
        void finish(reply)
      } else {
        send(reply)
        connections.end(socket)
      }
    }
    sockets.set(socket, state)
    socket.setTimeout(connections.limits.headTime)
    socket.on('data', onData).on('drain', goOn).on('end', onEnd).on('close', leave)
    socket.on('error', destroy).on('timeout', onTimeout)
  }

  server.removeAllListeners('connection')
  server.on('connection', serve)
  return {
    end() {
      isEnding = true
      // Who keeps its own side open, or never said anything, is not waited for.
      for (const [socket, { isBusy }] of sockets) if (!isBusy) socket.destroySoon()
    },
    cut() {
      for (const socket of sockets.keys()) socket.destroy()
    },
  }
}

/**
 * A GET without a body that asks for the whole, or a write with all of its body. Headers that could
 * change the answer, or where the next request begins, are left to the HTTP server, and so is all that
 * is odd.
 */
function plainRequest(chunk: Buffer): PlainRequest | null {
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
  // The body tells it from here on. A second one would be odd.
  const headers = knownHeaders(lines.replace(plainLength, ''))
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
