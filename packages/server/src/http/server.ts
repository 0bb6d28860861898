/** Listens, carries requests to their endpoints and responses back. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { finished, Readable } from 'node:stream'
import { clientAddress, type ClientAddress } from '../access/client-address.ts'
import { nextTurn } from '../scheduling/turns.ts'
import { createConnections, type Connections } from './connections.ts'
import { createDispatch, type Dispatch, type DispatchOptions, type Found } from './dispatch.ts'
import type { Endpoint, HttpReply, HttpRequest } from './exchange.ts'
import { addFastLane, type FastAnswer } from './fast-lane/fast-lane.ts'
import { askForBody, createNodeServer, listen, type ListenPlace } from './node-server.ts'

export interface Listener {
  /** Resolves to the address, `http://127.0.0.1:4000`. */
  listen(place: ListenPlace): Promise<string>
  close(): Promise<void>
}

export interface ListenerOptions extends DispatchOptions {
  /** Where clients come from; without it no proxy is trusted. */
  readonly addressOf?: ClientAddress
  /** Answers without the HTTP server what it can; without it there is no fast lane. */
  readonly fastLane?: ((dispatch: Dispatch) => FastAnswer) | undefined
  /** Those of all listeners of this process; its own unless given. */
  readonly connections?: Connections
}

/** Requests under way when the server closes have this long to end. */
export const drainTime = 10_000

export function createListener(endpoints: readonly Endpoint[], options: ListenerOptions): Listener {
  const { log, headers = {}, addressOf = clientAddress(), fastLane } = options
  const connections = options.connections ?? createConnections()
  const dispatch = createDispatch(endpoints, options)
  const server = createNodeServer({ log, headers, headTime: connections.limits.headTime })
  const lane = fastLane && addFastLane(server, { answer: fastLane(dispatch), connections })
  connections.watch(server)
  let isClosing = false

  server.on('request', (request, response) => {
    // The parser drops what follows a request to upgrade, which we never do.
    if (request.headers.upgrade !== undefined) response.setHeader('connection', 'close')
    const { method = '', url = '/', headers: sent } = request
    const found = dispatch.find({ method, url, headers: sent })
    const ready = isClosing ? undefined : found.endpoint.ready?.({ method, url, headers: sent })
    if (ready) response.writeHead(ready.status, ready.head).end(ready.body)
    else void respond(request, response, found)
  })

  async function respond(
    request: IncomingMessage,
    response: ServerResponse,
    { endpoint, params, headers: extra }: Found,
  ): Promise<void> {
    const exchange = exchangeOf(request, response, params, addressOf)
    const reply = await dispatch.respond(endpoint, exchange)
    // Requests that shared one read have their replies at the same moment.
    if (isLong(reply.body)) await nextTurn()
    if (isClosing) response.setHeader('connection', 'close')
    const fail = (error: unknown): void => {
      if (response.headersSent) return void response.destroy()
      for (const name of Object.keys(reply.headers)) response.removeHeader(name)
      const refused = dispatch.refuse(error, exchange)
      sendWhole(response, refused, refused.body, extra)
    }
    try {
      if (reply.body instanceof Readable) sendStream(response, reply, reply.body, extra, fail)
      else {
        sendWhole(response, reply, reply.body, extra)
        holdUnread(response, reply.body, connections)
      }
    } catch (error) {
      fail(error)
    }
  }

  return {
    listen: (place) => listen(server, place),
    async close() {
      isClosing = true
      lane?.end()
      const deadline = setTimeout(() => {
        lane?.cut()
        server.closeAllConnections()
      }, drainTime)
      // One that does not listen is closed already.
      await new Promise<void>((resolve) => server.close(() => resolve()))
      clearTimeout(deadline)
    },
  }
}

function exchangeOf(
  request: IncomingMessage,
  response: ServerResponse,
  params: HttpRequest['params'],
  addressOf: ClientAddress,
): HttpRequest {
  const { method = '', url = '/', headers, socket } = request
  return {
    method,
    url,
    params,
    headers,
    get address() {
      return addressOf(socket.remoteAddress, headers['x-forwarded-for'])
    },
    stream() {
      askForBody(response)
      return request
    },
    isGone: () => socket.destroyed || socket.readableEnded,
  }
}

/** Writing a shorter one takes no longer than waiting for a turn. */
const longBody = 32 * 1024

function isLong(body: HttpReply['body']): boolean {
  return body !== null && !(body instanceof Readable) && body.length > longBody
}

function sendWhole(
  response: ServerResponse,
  { status, headers }: HttpReply,
  body: string | Buffer | null,
  extra: HttpReply['headers'],
): void {
  const all: Record<string, string> = { ...extra, ...headers }
  const mayHaveBody = status !== 204 && status !== 304
  // A response to HEAD may have a body, of which only the length is sent.
  const isKnown = body !== null || response.req.method !== 'HEAD'
  if (mayHaveBody && isKnown) all['content-length'] ??= String(Buffer.byteLength(body ?? ''))
  response.writeHead(status, all).end(body)
}

/** A client may read slowly, or not at all. */
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

/** Headers go out with the first bytes: a body that breaks before them becomes an error. */
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
  if (!('content-length' in headers)) endWithClient(response)
  response.statusCode = status
  response.setHeaders(new Map(Object.entries({ ...extra, ...headers })))
  body.pipe(response)
}

/** A stream of events has no end of its own: it ends when its client closes its side. */
function endWithClient(response: ServerResponse): void {
  const { socket } = response.req
  const end = (): void => void response.destroy()
  if (socket.readableEnded) return end()
  socket.once('end', end)
  response.once('close', () => socket.off('end', end))
}
