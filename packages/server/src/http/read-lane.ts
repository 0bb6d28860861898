/** Reads of /v1 on the fast lane: the same endpoints, without the HTTP server and the framework. */
import type { Caching } from './caching.ts'
import { openHeaders } from './cors.ts'
import { errorReply } from './error-reply.ts'
import type { Endpoint, HttpReply, HttpRequest } from './exchange.ts'
import type { Caller, FastAnswer, PlainRequest, Wire } from './fast-lane.ts'
import { apiPath } from './route.ts'
import { createTurns } from './turns.ts'
import { wireOf, wireOfReady } from './wire.ts'

const listPath = `${apiPath}/contents`
const itemPath = `${apiPath}/contents/:id`
/** Ids that need no decoding. */
const plainPath = /^\/v1\/contents(?:\/([\w-]+))?(?:\?|$)/

export interface ReadLaneDeps {
  readonly caching: Caching
  log(line: string): void
}

export function readLane(endpoints: readonly Endpoint[], deps: ReadLaneDeps): FastAnswer {
  const reading = (path: string): Endpoint | undefined =>
    endpoints.find((endpoint) => endpoint.method === 'GET' && endpoint.path === path)
  const [list, item] = [reading(listPath), reading(itemPath)]
  const turn = createTurns()

  return (request, caller) => {
    const match = plainPath.exec(request.url)
    if (!match) return undefined
    const ready = deps.caching.ready({ method: 'GET', ...request })
    if (ready) return wireOfReady(ready)
    const [, id] = match
    const endpoint = id === undefined ? list : item
    const params: Record<string, string> = id === undefined ? {} : { id }
    return (
      endpoint && answer(endpoint, exchangeOf(request, params, caller), deps, turn(caller.isNew))
    )
  }
}

async function answer(
  endpoint: Endpoint,
  request: HttpRequest,
  { log }: ReadLaneDeps,
  turn: Promise<void>,
): Promise<Wire> {
  await turn
  const options = { accept: request.headers.accept, log }
  const reply = await endpoint
    .handle(request)
    .catch((error: unknown): HttpReply => errorReply(error, options))
  return wireOf(reply, openHeaders)
}

function exchangeOf(
  { url, headers }: PlainRequest,
  params: Record<string, string>,
  { isGone }: Caller,
): HttpRequest {
  return {
    method: 'GET',
    url,
    params,
    headers,
    address: '',
    stream() {
      throw new Error('a plain request has no body')
    },
    isGone,
  }
}
