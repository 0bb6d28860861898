import type { Endpoint, HttpReply, HttpRequest } from './exchange.ts'
import { noSuchPath } from './router.ts'

const exposed =
  'ETag, X-SERVICE-DETAIL, RateLimit, RateLimit-Policy, Retry-After, Location, X-Cache, Age'

/** Browsers may read these answers from any site: the key is what protects them. */
export const openHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposed,
}

/** What is below an open path and has no row of its own: there, browsers only ask what they may do. */
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

/** What is below a path and has no row of its own, where nothing else should answer. */
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
