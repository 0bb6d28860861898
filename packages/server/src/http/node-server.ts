/** The HTTP server of Node with our limits, and our error responses to invalid HTTP. */
import { createServer, STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Refusal } from '@octavo/schema/errors.ts'
import { errorReply } from './error-reply.ts'
import { noSuchPath } from './router.ts'

export interface NodeServerOptions {
  log(line: string): void
  /** Headers of every response. */
  readonly headers: Readonly<Record<string, string>>
  /** Milliseconds to receive the head of a request. */
  readonly headTime: number
}

export function createNodeServer({ log, headers, headTime }: NodeServerOptions): Server {
  const server = createServer({
    maxHeaderSize: 32_768,
    headersTimeout: headTime,
    // `connections.ts` checks the rate of request bodies instead.
    requestTimeout: 0,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: Math.ceil(headTime / 4),
    // Node would send its own error response.
    requireHostHeader: false,
  })
  server.timeout = 300_000
  // A client that has half-closed the connection still gets the responses to its requests.
  Reflect.set(server, 'httpAllowHalfOpen', true)
  // A connection that cannot be accepted must not end the process. `listen` reports its own errors.
  server.on('error', (error) => {
    if (server.listening) log(`cannot accept a connection: ${error.message}`)
  })
  const latest = new WeakMap<Socket, Latest>()
  server.on('request', ({ socket }, response) => {
    latest.set(socket, { response, before: latest.get(socket)?.response })
  })
  server.on('checkContinue', (request, response) => {
    awaitingContinue.add(response)
    server.emit('request', request, response)
  })
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('connect', (_request, socket: Socket) => {
    server.emit(
      'clientError',
      Object.assign(new Error('CONNECT'), { code: 'HPE_INVALID_METHOD' }),
      socket.resume(),
    )
  })
  const broken = new WeakSet<Socket>()
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // More invalid data arrived before the response to the first error was sent.
    if (broken.has(socket) && socket.writable) return
    broken.add(socket)
    const reply = (): void => {
      if (!socket.writable) return void socket.destroy()
      socket.end(responseTo(error, headers, log))
      // Closes a slow client at once. Others get time to read the reply, which a close could drop.
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') socket.destroySoon()
    }
    // Immediately, before Node ends a connection that the client has half-closed.
    if (!latest.has(socket)) return reply()
    // Deferred, so that responses to earlier requests in the same chunk are sent first.
    setImmediate(() => replyAfter(latest.get(socket), socket, reply))
  })
  return server
}

/** The latest response of a connection, and the one before it. */
interface Latest {
  readonly response: ServerResponse
  readonly before: ServerResponse | undefined
}

/** Keeps the order of responses: first those to complete requests, then the one to the invalid request. */
function replyAfter(latest: Latest | undefined, socket: Socket, reply: () => void): void {
  const { response, before } = latest ?? {}
  const isOwn = response && !response.req.complete && !response.writableEnded
  if (isOwn && response.headersSent) return void socket.destroy()
  const last = isOwn ? before : response
  if (!last || last.writableFinished) reply()
  else last.once('finish', reply)
}

/** Responses to requests with `Expect: 100-continue`. */
const awaitingContinue = new WeakSet<ServerResponse>()

/** Sends 100 Continue to a client that waits for it before it sends the body. */
export function sendContinue(response: ServerResponse): void {
  if (awaitingContinue.has(response)) response.writeContinue()
}

/** The complete response as text, because there is no request that Node could respond to. */
function responseTo(
  error: NodeJS.ErrnoException,
  always: NodeServerOptions['headers'],
  log: (line: string) => void,
): string {
  const { status, headers, body } = errorReply(refusalOf(error), { accept: undefined, log })
  const length = { 'content-length': Buffer.byteLength(body), connection: 'close' }
  const lines = Object.entries({ ...always, ...headers, ...length })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`
}

function refusalOf({ code }: NodeJS.ErrnoException): Refusal {
  switch (code) {
    case 'HPE_INVALID_METHOD':
      return noSuchPath()
    case 'HPE_INVALID_URL':
      return new Refusal('badRequest', 'the URL contains characters that must be percent-encoded')
    default:
      return new Refusal(
        'badRequest',
        'the request is not valid HTTP, or its headers arrived too slowly',
      )
  }
}

export interface ListenTarget {
  host: string
  port: number
  /** Whether other processes listen on the same port. */
  sharesPort?: boolean
}

/** Resolves to the address, `http://127.0.0.1:4000`. */
export function listen(
  server: Server,
  { host, port, sharesPort = false }: ListenTarget,
): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port, reusePort: sharesPort && canBalance }, () => {
      server.off('error', reject)
      resolve(addressOf(server.address() as AddressInfo))
    })
  })
}

/**
 * Whether the operating system balances connections between processes that listen on one port. On other
 * systems, workers share one socket, and the fastest worker accepts the most connections.
 */
const canBalance = ['linux', 'freebsd', 'dragonfly', 'sunos', 'aix'].includes(process.platform)

/** A server that listens on all IPv4 addresses is reachable at 127.0.0.1. */
function addressOf({ address, family, port }: AddressInfo): string {
  if (family === 'IPv6') return `http://[${address}]:${port}`
  return `http://${address === '0.0.0.0' ? '127.0.0.1' : address}:${port}`
}
