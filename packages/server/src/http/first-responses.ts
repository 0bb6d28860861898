/**
 * The responses of the management API that a page of Studio requests first. They are part of the page, so
 * that it needs no round trips for them.
 */
import { adminPath } from '@octavo/schema/admin-api.ts'
import type { Endpoint, HttpRequest } from './exchange.ts'
import { createRouter } from './router.ts'

export interface FirstResponse {
  url: string
  /** JSON. */
  body: string
}

export type FirstResponses = (path: string, request: HttpRequest) => Promise<FirstResponse[]>

/** The root space, and the number of an item. Other pages read only the session. */
const pagePath = /^\/(?:([a-z0-9_]+)(?:\/contents\/(\d{1,15}))?)?/
/** Pages for visitors without a session. */
const publicPath = '/invitation'

/** Calls the endpoints like the page would, with its session, and omits what they reject. */
export function createFirstResponses(endpoints: readonly Endpoint[]): FirstResponses {
  const match = createRouter(endpoints)

  async function read(url: string, request: HttpRequest): Promise<FirstResponse[]> {
    const found = match('GET', url)
    if (!found) return []
    const { 'accept-encoding': _, ...headers } = request.headers
    const { route, params } = found
    // Not a copy of the request, which would lack what its class defines.
    const own: HttpRequest = {
      method: request.method,
      address: request.address,
      url,
      params,
      headers,
      stream: () => request.stream(),
      isGone: () => request.isGone(),
    }
    try {
      const { status, body } = await route.handle(own)
      return status === 200 && Buffer.isBuffer(body) ? [{ url, body: body.toString('utf8') }] : []
    } catch {
      // The page sends the request itself and shows the error.
      return []
    }
  }

  return async (path, request) => {
    if (path === publicPath || !isNavigation(request)) return []
    const urls = urlsFor(path)
    return (await Promise.all(urls.map((url) => read(url, request)))).flat()
  }
}

function urlsFor(path: string): string[] {
  const [, root, item] = pagePath.exec(path) ?? []
  const query = root === undefined ? '' : `?root=${root}`
  const urls = [`${adminPath}/bootstrap${query}`]
  if (root !== undefined && item !== undefined) {
    urls.push(`${adminPath}/roots/${root}/contents/${item}`)
  }
  return urls
}

/** A script that fetches the page gets no data of the user. Old browsers do not send the header. */
function isNavigation({ method, headers }: HttpRequest): boolean {
  const mode = headers['sec-fetch-mode'] ?? 'navigate'
  return method === 'GET' && mode === 'navigate'
}
