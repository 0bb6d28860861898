/** Finds the endpoint of a request and creates the response. Errors become responses. */
import { Readable } from 'node:stream'
import { Refusal } from '@octavo/schema/errors.ts'
import { clientAddress, type ClientAddress } from '../access/client-address.ts'
import { openHeaders } from './cors.ts'
import { errorReply, type ErrorReply } from './error-reply.ts'
import type { Endpoint, HttpReply, HttpRequest, ReadRequest } from './exchange.ts'
import { hostOf, unknownHost, type HostCheck } from './hosts.ts'
import { createRouter, noSuchPath } from './router.ts'

export interface Dispatch {
  /** Returns the endpoint of a request, or an endpoint that rejects it. */
  find(request: ReadRequest): Found
  /** Returns the request as its endpoint receives it, from either transport. */
  receive(head: Head, found: Found, origin: Origin): HttpRequest
  /** Calls the endpoint. An error that it throws becomes a response. */
  respond(endpoint: Endpoint, request: HttpRequest): Promise<HttpReply>
  /** Returns the response to an error. */
  refuse(error: unknown, request: HttpRequest): ErrorReply
}

/** The parsed head of a request, and its body if that has arrived too. */
type Head = Pick<HttpRequest, 'method' | 'url' | 'headers'> & { readonly body?: Buffer | null }

/** The connection of a request. */
export interface Origin {
  /** The address at the other end of the connection. */
  readonly peer: string | undefined
  /** Whether the client has disconnected. */
  isGone(): boolean
  /** Returns a body that has not arrived yet. */
  stream?(): Readable
}

export interface Found {
  readonly endpoint: Endpoint
  readonly params: HttpRequest['params']
  /** Headers to add to the response. Ready replies already include them. */
  readonly headers: Readonly<Record<string, string>>
}

export interface DispatchOptions {
  log(line: string): void
  /** Determines the address of a client. By default, no proxy is trusted. */
  readonly addressOf?: ClientAddress
  /** Checks the host of a request. By default, all hosts are allowed. */
  readonly allowsHost?: HostCheck
  /** Headers of every response. */
  readonly headers?: Readonly<Record<string, string>>
}

export function createDispatch(
  endpoints: readonly Endpoint[],
  {
    log,
    addressOf = clientAddress(),
    allowsHost = () => true,
    headers: always = {},
  }: DispatchOptions,
): Dispatch {
  const match = createRouter(endpoints)
  const headersOfOpen = { ...always, ...openHeaders }
  const headersOf = ({ isOpen = false }: Endpoint): Found['headers'] =>
    isOpen ? headersOfOpen : always
  /** Reads of paths without parameters, such as lists. The router prefers such paths too. */
  const fixedReads = new Map<string, Found>()
  for (const endpoint of endpoints) {
    const { method, path } = endpoint
    if (method !== 'GET' || /[:*]/.test(path)) continue
    fixedReads.set(path, { endpoint, params: {}, headers: headersOf(endpoint) })
  }
  /** The Host header that was allowed last: most requests have the same one. */
  let lastHost: string | undefined | null = null

  function matched(method: string, url: string): Found {
    const { route = noEndpoint, params = {}, isMalformed = false } = match(method, url) ?? {}
    return { endpoint: isMalformed ? malformed : route, params, headers: headersOf(route) }
  }

  const refuse: Dispatch['refuse'] = (error, request) =>
    errorReply(error, { accept: request.headers.accept, address: request.address, log })

  return {
    find({ method, url, headers: { host } }) {
      const mark = url.indexOf('?')
      const path = mark === -1 ? url : url.slice(0, mark)
      const found = (method === 'GET' && fixedReads.get(path)) || matched(method, url)
      const isPath = url.startsWith('/')
      if (isPath && host === lastHost) return found
      if (!allowsHost(hostOf(url, host))) return { ...found, endpoint: unknown, params: {} }
      if (isPath) lastHost = host
      return found
    },
    receive: (head, { params }, origin) => new ReceivedRequest(head, params, origin, addressOf),
    async respond(endpoint, request) {
      try {
        return await endpoint.handle(request)
      } catch (error) {
        return refuse(error, request)
      }
    },
    refuse,
  }
}

const noEndpoint = refusing(noSuchPath())
const unknown = refusing(unknownHost())
const malformed = refusing(new Refusal('badRequest', 'the path has invalid percent-encoding'))

function refusing(reason: Error): Endpoint {
  return { method: 'ANY', path: '/*', callers: 'anyone', handle: () => Promise.reject(reason) }
}

/** A class for speed: V8 gives each object literal with a getter a hidden class of its own. */
class ReceivedRequest implements HttpRequest {
  readonly method: string
  readonly url: string
  readonly params: HttpRequest['params']
  readonly headers: HttpRequest['headers']
  readonly body: Buffer | undefined
  readonly isGone: () => boolean
  readonly #origin: Origin
  readonly #addressOf: ClientAddress

  constructor(
    { method, url, headers, body }: Head,
    params: HttpRequest['params'],
    origin: Origin,
    addressOf: ClientAddress,
  ) {
    this.method = method
    this.url = url
    this.params = params
    this.headers = headers
    this.body = body ?? undefined
    this.isGone = origin.isGone
    this.#origin = origin
    this.#addressOf = addressOf
  }

  get address(): string {
    return this.#addressOf(this.#origin.peer, this.headers['x-forwarded-for'])
  }

  stream(): Readable {
    return this.#origin.stream?.() ?? Readable.from(this.body ? [this.body] : [])
  }
}
