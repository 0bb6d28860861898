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

export function createDispatch(
  endpoints: readonly Endpoint[],
  { log, allowsHost = () => true, headers: always = {} }: DispatchOptions,
): Dispatch {
  const match = createRouter(endpoints)
  const headersOfOpen = { ...always, ...openHeaders }
  const refuse: Dispatch['refuse'] = (error, request) =>
    errorReply(error, { accept: request.headers.accept, address: request.address, log })

  return {
    find({ method, url, headers: { host } }) {
      const { route = noEndpoint, params = {}, isMalformed = false } = match(method, url) ?? {}
      const headers = route.isOpen === true ? headersOfOpen : always
      if (!allowsHost(hostOf(url, host))) {
        return { endpoint: refusing(unknownHost()), params: {}, headers }
      }
      return { endpoint: isMalformed ? malformed : route, params, headers }
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
