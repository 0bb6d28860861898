/** Listens for requests, passes them to their endpoints and sends the responses. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { finished, Readable } from 'node:stream'
import { releaseBuffer } from '../delivery/render.ts'
import { nextTurn } from '../scheduling/turns.ts'
import { createConnections, type Connections } from './connections.ts'
import {
  createDispatch,
  type Dispatch,
  type DispatchOptions,
  type Found,
  type Origin,
} from './dispatch.ts'
import type { Endpoint, HttpReply, HttpRequest } from './exchange.ts'
import { addFastLane } from './fast-lane/fast-lane.ts'
import type { FastResponder } from './fast-lane/plain-http.ts'
import { forward } from './forward.ts'
import { sendContinue, createNodeServer, listen, type ListenTarget } from './node-server.ts'

export interface Listener {
  /** Resolves to the address, `http://127.0.0.1:4000`. */
  listen(target: ListenTarget): Promise<string>
  close(): Promise<void>
}

export interface ListenerOptions extends DispatchOptions {
  /** Creates the responder of the fast lane; undefined disables the fast lane. */
  readonly fastLane?: ((dispatch: Dispatch) => FastResponder) | undefined
  /** The connections of all listeners of this process. By default, the listener has its own. */
  readonly connections?: Connections
}

/** Milliseconds for requests in progress to finish when the server closes. */
const drainTime = 10_000

export function createListener(endpoints: readonly Endpoint[], options: ListenerOptions): Listener {
  const { log, headers = {}, fastLane } = options
  const connections = options.connections ?? createConnections()
  const dispatch = createDispatch(endpoints, options)
  const server = createNodeServer({ log, headers, headTime: connections.limits.headTime })
  const lane = fastLane && addFastLane(server, fastLane(dispatch), connections)
  connections.watch(server)
  let isClosing = false

  server.on('request', (request, response) => {
    // The parser discards data after an upgrade request. This server does not support upgrades.
    if (request.headers.upgrade !== undefined) response.setHeader('connection', 'close')
    const { method = '', url = '/', headers: sent } = request
    const head = { method, url, headers: sent }
    const found = dispatch.find(head)
    const ready = isClosing ? undefined : found.endpoint.ready?.(head)
    if (ready) return void response.writeHead(ready.status, ready.head).end(ready.body)
    const received = dispatch.receive(head, found, originOf(request, response))
    void respond(request, response, found, received)
  })

  async function respond(
    request: IncomingMessage,
    response: ServerResponse,
    { endpoint, headers: extra }: Found,
    received: HttpRequest,
  ): Promise<void> {
    const reply = await dispatch.respond(endpoint, received)
    // Requests that shared one read get their replies at the same time.
    if (isLong(reply.body)) await nextTurn('long')
    if (isClosing) response.setHeader('connection', 'close')
    const fail = (error: unknown): void => {
      if (response.headersSent) return void response.destroy()
      for (const name of Object.keys(reply.headers)) response.removeHeader(name)
      const refused = dispatch.refuse(error, received)
      sendComplete(response, refused, refused.body, extra)
    }
    try {
      if (reply.body instanceof Readable) {
        // An event stream ends when the server closes; its connection must not stay open for more requests.
        response.once('finish', () => void (isClosing && request.socket.destroySoon()))
        sendStream(response, reply, reply.body, extra, fail)
      } else {
        sendComplete(response, reply, reply.body, extra)
        holdUnread(response, reply.body, connections)
      }
    } catch (error) {
      fail(error)
    }
  }

  return {
    listen: (target) => listen(server, target),
    async close() {
      isClosing = true
      lane?.end()
      const deadline = setTimeout(() => {
        lane?.cut()
        server.closeAllConnections()
      }, drainTime)
      // A server that does not listen is closed already, and `close` calls back with an error.
      await new Promise<void>((resolve) => server.close(() => resolve()))
      clearTimeout(deadline)
    },
  }
}

/** The body stays unread until it is requested. */
function originOf(request: IncomingMessage, response: ServerResponse): Origin {
  const { socket } = request
  return {
    peer: socket.remoteAddress,
    isGone: () => socket.destroyed || socket.readableEnded,
    stream() {
      sendContinue(response)
      return request
    },
  }
}

/** Bytes. Writing a shorter body takes no longer than waiting for a turn of the event loop. */
const longBody = 32 * 1024

function isLong(body: HttpReply['body']): boolean {
  return body !== null && !(body instanceof Readable) && body.length > longBody
}

function sendComplete(
  response: ServerResponse,
  { status, headers }: HttpReply,
  body: string | Buffer | null,
  extra: HttpReply['headers'],
): void {
  const all: Record<string, string> = { ...extra, ...headers }
  const mayHaveBody = status !== 204 && status !== 304
  // A reply to HEAD may have a body, of which only the length is sent.
  const hasLength = body !== null || response.req.method !== 'HEAD'
  if (mayHaveBody && hasLength) all['content-length'] ??= String(Buffer.byteLength(body ?? ''))
  response.writeHead(status, all).end(body, () => {
    if (Buffer.isBuffer(body)) releaseBuffer(body)
  })
}

/** Counts the body as unread until the client has read it. */
function holdUnread(
  response: ServerResponse,
  body: string | Buffer | null,
  connections: Connections,
): void {
  const { socket } = response.req
  if (body !== null && socket.writableNeedDrain) {
    response.once('close', connections.hold(socket, body.length))
  }
}

/** Sends headers with the first bytes of the body, so that an earlier error becomes an error response. */
function sendStream(
  response: ServerResponse,
  { status, headers }: HttpReply,
  body: Readable,
  extra: HttpReply['headers'],
  fail: (error: unknown) => void,
): void {
  finished(body, { writable: false }, (error) => void (error && !response.destroyed && fail(error)))
  if (response.destroyed) return void body.destroy()
  response.once('close', () => body.destroy())
  response.statusCode = status
  response.setHeaders(new Map(Object.entries({ ...extra, ...headers })))
  if ('content-length' in headers) return void body.pipe(response)
  endWithClient(response)
  forward(body, response)
}

/** Ends an event stream, which is endless, when the client closes its side of the connection. */
function endWithClient(response: ServerResponse): void {
  const { socket } = response.req
  const end = (): void => void response.destroy()
  if (socket.readableEnded) return end()
  socket.once('end', end)
  response.once('close', () => socket.off('end', end))
}
