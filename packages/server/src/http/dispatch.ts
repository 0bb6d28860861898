/** Finds the endpoint of a request and creates the response. Errors become responses. */
import { Refusal } from '@octavo/schema/errors.ts'
import { openHeaders } from './cors.ts'
import { errorReply, type ErrorReply } from './error-reply.ts'
import type { Endpoint, HttpReply, HttpRequest, ReadRequest } from './exchange.ts'
import { hostOf, unknownHost, type HostCheck } from './hosts.ts'
import { createRouter, noSuchPath } from './router.ts'

export interface Dispatch {
  /** Returns the endpoint of a request, or an endpoint that rejects it. */
  find(request: ReadRequest): Found
  /** Calls the endpoint. An error that it throws becomes a response. */
  respond(endpoint: Endpoint, request: HttpRequest): Promise<HttpReply>
  /** Returns the response to an error. */
  refuse(error: unknown, request: HttpRequest): ErrorReply
}

/** Shared by requests with the same method, host and path. */
export interface Found {
  readonly endpoint: Endpoint
  readonly params: HttpRequest['params']
  /** Headers to add to the response. Ready replies already include them. */
  readonly headers: Readonly<Record<string, string>>
}

export interface DispatchOptions {
  log(line: string): void
  /** Checks the host of a request. By default, all hosts are allowed. */
  readonly allowsHost?: HostCheck
  /** Headers of every response. */
  readonly headers?: Readonly<Record<string, string>>
}

const maxKnown = 1000
const maxKnownLength = 300

export function createDispatch(
  endpoints: readonly Endpoint[],
  { log, allowsHost = () => true, headers: always = {} }: DispatchOptions,
): Dispatch {
  const match = createRouter(endpoints)
  const headersOfOpen = { ...always, ...openHeaders }
  /** The results of recent requests, because clients request the same paths again and again. */
  const known = new Map<string, Found>()
  const refuse: Dispatch['refuse'] = (error, request) =>
    errorReply(error, { accept: request.headers.accept, address: request.address, log })

  /** `name` identifies the request in `known`. */
  function findNew(method: string, url: string, host: string, name: string): Found {
    const found = match(method, url)
    const { route: endpoint = noEndpoint, params = {}, isMalformed = false } = found ?? {}
    const headers = endpoint.isOpen === true ? headersOfOpen : always
    if (!allowsHost(hostOf(url, host))) {
      return { endpoint: refusing(unknownHost()), params: {}, headers }
    }
    if (isMalformed) return { endpoint: malformed, params: {}, headers }
    const result = { endpoint, params, headers }
    if (found && name.length <= maxKnownLength) {
      if (known.size >= maxKnown) known.clear()
      known.set(name, result)
    }
    return result
  }

  return {
    find({ method, url, headers: { host = '' } }) {
      const end = url.indexOf('?')
      // Neither a method nor a path contains a space.
      const name = `${method} ${host} ${end === -1 ? url : url.slice(0, end)}`
      return known.get(name) ?? findNew(method, url, host, name)
    },
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
const malformed = refusing(new Refusal('badRequest', 'the path has invalid percent-encoding'))

function refusing(reason: Error): Endpoint {
  return { method: 'ANY', path: '/*', callers: 'anyone', handle: () => Promise.reject(reason) }
}
