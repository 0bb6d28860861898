import type { Endpoint, HttpReply, HttpRequest } from './exchange.ts'
import { noSuchPath } from './router.ts'

export const exposedHeaders =
  'ETag, X-SERVICE-DETAIL, RateLimit, RateLimit-Policy, Retry-After, Location, X-Cache, Age'

/** Pages of any site may read these responses, because the API key protects them. */
export const openHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposedHeaders,
}

/** Handles unknown paths below an open path: responds to preflight requests, otherwise with 404. */
export function openPath(path: string): Endpoint {
  return {
    ...closedPath(path),
    isOpen: true,
    async handle(request) {
      const isPreflight = request.headers['access-control-request-method'] !== undefined
      if (request.method === 'OPTIONS' && isPreflight) return preflightReply(request)
      throw noSuchPath()
    },
  }
}

/** Responds with 404 to unknown paths below a path, so that they do not match a wildcard endpoint. */
export function closedPath(path: string): Endpoint {
  return {
    method: 'ANY',
    path: `${path}/*`,
    callers: 'anyone',
    handle: () => Promise.reject(noSuchPath()),
  }
}

function preflightReply({ headers }: HttpRequest): HttpReply {
  const requested = headers['access-control-request-headers'] ?? 'X-SERVICE-API-KEY, Content-Type'
  return {
    status: 204,
    headers: {
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': requested,
      'access-control-max-age': '86400',
      vary: 'Access-Control-Request-Headers',
    },
    body: null,
  }
}
