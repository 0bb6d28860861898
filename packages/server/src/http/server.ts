/** Carries requests to endpoints and replies back. No other file knows the framework. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Refusal } from '@octavo/schema/errors.ts'
import { clientAddress, type ClientAddress } from '../access/client-address.ts'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { createConnections, type Connections } from './connections.ts'
import { isPreflight, openHeaders, opensPath, preflightReply } from './cors.ts'
import { errorReply } from './error-reply.ts'
import type { Endpoint, HttpReply, HttpRequest, ReadyReply } from './exchange.ts'
import { addFastLane, type FastAnswer } from './fast-lane.ts'
import { hostOf, unknownHostReply, type HostCheck } from './hosts.ts'
import { headText } from './wire.ts'

export interface Listener {
  /** Resolves to the address, `http://127.0.0.1:4000`. */
  listen(place: ListenPlace): Promise<string>
  close(): Promise<void>
}

interface ListenPlace {
  host: string
  port: number
  /** Whether other processes listen on the same port. */
  sharesPort?: boolean
}

export interface ListenerOptions {
  log(line: string): void
  /** Paths from here on may be called from any site. */
  openPath: string
  /** Where clients come from; without it no proxy is trusted. */
  readonly addressOf?: ClientAddress
  /** What can be answered without the framework. */
  shortcut?(request: IncomingMessage): ReadyReply | undefined
  /** What can be answered without parsing HTTP. */
  fastLane?: FastAnswer
  /** Those of all listeners of this process; its own unless given. */
  connections?: Connections
  /** Which hosts clients may name; any unless given. */
  allowsHost?: HostCheck
  /** Headers of every response. */
  headers?: Readonly<Record<string, string>>
}

/** Requests under way when the server closes have this long to end. */
export const drainTime = 10_000

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

export async function createListener(
  endpoints: readonly Endpoint[],
  {
    log,
    openPath,
    addressOf = clientAddress(),
    shortcut,
    fastLane,
    headers: always = {},
    ...options
  }: ListenerOptions,
): Promise<Listener> {
  let isClosing = false
  const { connections = createConnections(), allowsHost = () => true } = options
  const headersOfOpen = { ...always, ...openHeaders }
  const headersFor = (url = '') => (opensPath(openPath, url) ? headersOfOpen : always)
  const isServed = ({ url = '', headers }: IncomingMessage): boolean =>
    allowsHost(hostOf(url, headers.host))
  const server = createOwnServer({ log, headers: always, headTime: connections.limits.headTime })
  const lane = fastLane && addFastLane(server, { answer: fastLane, connections, allowsHost })
  connections.watch(server)
  const app = fastify({
    serverFactory: (handler) =>
      server.on('request', (request, response) => {
        // The parser drops what follows a request to upgrade, which we never do.
        if (request.headers.upgrade !== undefined) response.setHeader('connection', 'close')
        const ready = isClosing || !isServed(request) ? undefined : shortcut?.(request)
        if (ready) response.writeHead(ready.status, ready.head).end(ready.body)
        else handler(request, response)
      }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 },
    exposeHeadRoutes: false,
    return503OnClosing: false,
    // Our server has one of its own.
    clientErrorHandler: () => {},
    frameworkErrors: (_error, request, reply) => {
      const refusal = new Refusal('badRequest', 'the path is not well-formed')
      const headers = headersFor(request.raw.url)
      void send(reply, errorReply(refusal, { accept: request.headers.accept, log, headers }))
    },
  })

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<HttpReply> {
    const exchange = exchangeOf(request, reply, addressOf)
    if (!isServed(request.raw)) return unknownHostReply(log)
    if (isPreflight(exchange) && opensPath(openPath, exchange.url)) return preflightReply(exchange)
    const { endpoint } = request.routeOptions.config
    try {
      if (endpoint) return await endpoint.handle(exchange)
      throw new Refusal('notFound', 'there is no such path and method')
    } catch (error) {
      return errorReply(error, { accept: request.headers.accept, log })
    }
  }

  // Everything is answered in the first hook, before the framework touches a body.
  app.addHook('onRequest', async (request, reply) => {
    const answered = await answer(request, reply)
    void reply.headers(headersFor(request.raw.url))
    if (isClosing) void reply.header('connection', 'close')
    return send(reply, answered)
  })
  // A body that breaks before its first byte: the headers were those of another answer.
  app.setErrorHandler((error, request, reply) => {
    for (const name of Object.keys(reply.getHeaders())) void reply.removeHeader(name)
    const headers = headersFor(request.raw.url)
    return send(reply, errorReply(error, { accept: request.headers.accept, log, headers }))
  })
  for (const endpoint of endpoints) {
    const method = endpoint.method === 'GET' ? ['GET', 'HEAD'] : [endpoint.method]
    app.route({ method, url: endpoint.path, config: { endpoint }, handler: neverReached })
  }

  return {
    listen({ host, port, sharesPort = false }) {
      // Not known to the framework's types, which hands it on.
      const place = { host, port, reusePort: sharesPort && canBalance }
      return app.listen(place)
    },
    async close() {
      isClosing = true
      lane?.end()
      const deadline = setTimeout(() => {
        lane?.cut()
        server.closeAllConnections()
      }, drainTime)
      await app.close()
      clearTimeout(deadline)
    },
  }
}

/**
 * Whether the system shares connections evenly among processes that listen on one port. Elsewhere
 * workers listen on one socket together, of which the quickest takes the most.
 */
const canBalance = ['linux', 'freebsd', 'dragonfly', 'sunos', 'aix'].includes(process.platform)

/** Only a reader who left in the middle of an answer comes here: then there is nobody to answer. */
function neverReached(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!reply.raw.destroyed) throw new Error('a request passed the hook that answers')
  return reply.hijack()
}

/** The framework would take null for a value, and give its length as JSON. */
function send(reply: FastifyReply, { status, headers, body }: HttpReply): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .send(body ?? undefined)
}

function exchangeOf(
  request: FastifyRequest,
  reply: FastifyReply,
  addressOf: ClientAddress,
): HttpRequest {
  return {
    method: request.method,
    url: request.raw.url ?? '/',
    params: request.params as Record<string, string>,
    headers: request.headers,
    get address() {
      return addressOf(request.raw.socket.remoteAddress, request.headers['x-forwarded-for'])
    },
    stream() {
      if (waitsForContinue.has(reply.raw)) reply.raw.writeContinue()
      return request.raw
    },
    isGone: () => request.raw.socket.destroyed,
  }
}

/** Answers to requests whose sender waits to be told that the body is wanted. */
const waitsForContinue = new WeakSet<ServerResponse>()

interface OwnServerOptions extends Pick<ListenerOptions, 'log' | 'headers'> {
  readonly headTime: number
}

function createOwnServer({ log, headers = {}, headTime }: OwnServerOptions): Server {
  const server = createServer({
    maxHeaderSize: 32_768,
    headersTimeout: headTime,
    // How slow a body may be is checked by its rate.
    requestTimeout: 0,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: Math.ceil(headTime / 4),
    // Node would answer in its own words.
    requireHostHeader: false,
  })
  server.timeout = 300_000
  // One connection that cannot be accepted must not end the process. `listen` reports its own errors.
  server.on('error', (error) => {
    if (server.listening) log(`cannot accept a connection: ${error.message}`)
  })
  const answering = new WeakMap<Socket, ServerResponse>()
  server.prependListener('request', (request, response) => answering.set(request.socket, response))
  server.on('checkContinue', (request, response) => {
    waitsForContinue.add(response)
    server.emit('request', request, response)
  })
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const reply = (): void => {
      if (!socket.writable) return void socket.destroy()
      socket.end(wireText(errorReply(refusalOf(error), { accept: undefined, log, headers })))
      // Who is that slow is not waited for. Others are, for a while: closing at once could lose the reply.
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') socket.destroySoon()
    }
    const response = answering.get(socket)
    if (!response || response.writableFinished) reply()
    // The request before this one is whole: its answer goes first.
    else if (response.req.complete) response.once('finish', reply)
    else if (response.headersSent) socket.destroy()
    else reply()
  })
  return server
}

function refusalOf({ code }: NodeJS.ErrnoException): Refusal {
  switch (code) {
    case 'HPE_INVALID_METHOD':
      return new Refusal('notFound', 'there is no such path and method')
    case 'HPE_INVALID_URL':
      return new Refusal('badRequest', 'the address has characters that must be percent-encoded')
    default:
      return new Refusal('badRequest', 'this is not well-formed HTTP, or came too slowly')
  }
}

/** A reply as it goes over the wire, for requests that never became one. */
function wireText({ status, headers, body }: HttpReply): string {
  const text = typeof body === 'string' ? body : ''
  const all = { ...headers, 'content-length': String(Buffer.byteLength(text)), connection: 'close' }
  return `${headText(status, all)}\r\n${text}`
}
