import type { HttpReply, HttpRequest } from './exchange.ts'

const exposed =
  'ETag, X-SERVICE-DETAIL, RateLimit, RateLimit-Policy, Retry-After, Location, X-Cache, Age'

/** Browsers may read these answers from any site: the key is what protects them. */
export const openHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposed,
}

/** Whether the path of a request, however it is written, begins with this one. */
export function opensPath(openPath: string, url: string): boolean {
  if (url.startsWith(openPath)) return true
  const [path = ''] = url.replace(/^https?:\/\/[^/?#]*/i, '').split('?', 1)
  return path.replaceAll(/%[2-7][\da-f]/gi, decodeURIComponent).startsWith(openPath)
}

export function isPreflight({ method, headers }: HttpRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}

export function preflightReply({ headers }: HttpRequest): HttpReply {
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
