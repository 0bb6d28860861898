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
    find({ method, url, headers: sent }) {
      const found = match(method, url)
      const endpoint = found?.route ?? noEndpoint
      const headers = endpoint.isOpen === true ? headersOfOpen : always
      const reason = allowsHost(hostOf(url, sent.host))
        ? found?.isMalformed === true &&
          new Refusal('badRequest', 'the path has invalid percent-encoding')
        : unknownHost()
      if (reason) return { endpoint: refusing(reason), params: {}, headers }
      return { endpoint, params: found?.params ?? {}, headers }
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

function refusing(reason: Error): Endpoint {
  return { method: 'ANY', path: '/*', callers: 'anyone', handle: () => Promise.reject(reason) }
}
