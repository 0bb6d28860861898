/** The HTTP server of Node with our limits, and our words for what never becomes a request. */
import { createServer, STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Refusal } from '@octavo/schema/errors.ts'
import { errorReply } from './error-reply.ts'
import { noSuchPath } from './router.ts'

export interface NodeServerOptions {
  log(line: string): void
  /** Headers of every response. */
  readonly headers: Readonly<Record<string, string>>
  /** Milliseconds for the head of a request. */
  readonly headTime: number
}

export function createNodeServer({ log, headers, headTime }: NodeServerOptions): Server {
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
  // A client that has closed its side still gets the responses to what it has sent.
  Reflect.set(server, 'httpAllowHalfOpen', true)
  // One connection that cannot be accepted must not end the process. `listen` reports its own errors.
  server.on('error', (error) => {
    if (server.listening) log(`cannot accept a connection: ${error.message}`)
  })
  const newest = new WeakMap<Socket, Newest>()
  server.on('request', ({ socket }, response) => {
    newest.set(socket, { response, before: newest.get(socket)?.response })
  })
  server.on('checkContinue', (request, response) => {
    waitsForContinue.add(response)
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
    // More of it came while the first of it waits to be answered.
    if (broken.has(socket) && socket.writable) return
    broken.add(socket)
    const reply = (): void => {
      if (!socket.writable) return void socket.destroy()
      socket.end(responseTo(error, headers, log))
      // Who is that slow is not waited for. Others are, for a while: closing at once could lose the reply.
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') socket.destroySoon()
    }
    // At once, before Node ends a connection whose client has closed its side.
    if (!newest.has(socket)) return reply()
    // Later: requests that came with it, and need nothing else, have their responses by then.
    setImmediate(() => replyAfter(newest.get(socket), socket, reply))
  })
  return server
}

/** The newest response of a connection, and the one before it. */
interface Newest {
  readonly response: ServerResponse
  readonly before: ServerResponse | undefined
}

/** Responses go out in order: to requests that are whole, then to the one that broke. */
function replyAfter(newest: Newest | undefined, socket: Socket, reply: () => void): void {
  const { response, before } = newest ?? {}
  const isOwn = response && !response.req.complete && !response.writableEnded
  if (isOwn && response.headersSent) return void socket.destroy()
  const last = isOwn ? before : response
  if (!last || last.writableFinished) reply()
  else last.once('finish', reply)
}

/** Responses to requests whose sender waits to be told that the body is wanted. */
const waitsForContinue = new WeakSet<ServerResponse>()

/** Tells a client that waits with its body to send it. */
export function askForBody(response: ServerResponse): void {
  if (waitsForContinue.has(response)) response.writeContinue()
}

/** As bytes: there is no request that Node could respond to. */
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
      return new Refusal('badRequest', 'the address has characters that must be percent-encoded')
    default:
      return new Refusal('badRequest', 'this is not well-formed HTTP, or came too slowly')
  }
}

export interface ListenPlace {
  host: string
  port: number
  /** Whether other processes listen on the same port. */
  sharesPort?: boolean
}

/** Resolves to the address, `http://127.0.0.1:4000`. */
export function listen(
  server: Server,
  { host, port, sharesPort = false }: ListenPlace,
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
 * Whether the system shares connections evenly among processes that listen on one port. Elsewhere
 * workers listen on one socket together, of which the quickest takes the most.
 */
const canBalance = ['linux', 'freebsd', 'dragonfly', 'sunos', 'aix'].includes(process.platform)

/** Where it listens on all addresses of IPv4, it can be reached at this one. */
function addressOf({ address, family, port }: AddressInfo): string {
  if (family === 'IPv6') return `http://[${address}]:${port}`
  return `http://${address === '0.0.0.0' ? '127.0.0.1' : address}:${port}`
}
