/** Contents of /v1 on the fast lane: the same endpoints, without the HTTP server and the framework. */
import { Readable } from 'node:stream'
import type { ClientAddress } from '../access/client-address.ts'
import type { Caching } from './caching.ts'
import { errorReply } from './error-reply.ts'
import type { Endpoint, HttpReply, HttpRequest } from './exchange.ts'
import type { Caller, FastAnswer, PlainRequest, Wire } from './fast-lane.ts'
import { apiPath } from './route.ts'
import { createTurns } from './turns.ts'
import { wireOf, wireOfReady } from './wire.ts'

const allPath = `${apiPath}/contents`
const itemPath = `${apiPath}/contents/:id`
/** Ids that need no decoding. */
const plainPath = /^\/v1\/contents(?:\/([\w-]+))?(?:\?|$)/

export interface ApiLaneDeps {
  readonly caching: Caching
  readonly addressOf: ClientAddress
  /** Of every response. */
  readonly headers: Readonly<Record<string, string>>
  log(line: string): void
}

export function apiLane(endpoints: readonly Endpoint[], deps: ApiLaneDeps): FastAnswer {
  const onPath = (path: string): Map<string, Endpoint> =>
    new Map(endpoints.filter((one) => one.path === path).map((one) => [one.method, one]))
  const [ofAll, ofItem] = [onPath(allPath), onPath(itemPath)]
  const turn = createTurns()

  return (request, caller) => {
    const match = plainPath.exec(request.url)
    if (!match) return undefined
    const isRead = request.method === 'GET'
    const ready = isRead ? deps.caching.ready(request) : undefined
    if (ready) return wireOfReady(ready)
    const [, id] = match
    const endpoint = (id === undefined ? ofAll : ofItem).get(request.method)
    if (!endpoint) return undefined
    const exchange = exchangeOf(request, id === undefined ? {} : { id }, caller, deps)
    return isRead
      ? answerInTurn(endpoint, exchange, deps, turn(caller.isNew))
      : answer(endpoint, exchange, deps)
  }
}

async function answerInTurn(
  endpoint: Endpoint,
  request: HttpRequest,
  deps: ApiLaneDeps,
  turn: Promise<void>,
): Promise<Wire> {
  await turn
  return answer(endpoint, request, deps)
}

async function answer(
  endpoint: Endpoint,
  request: HttpRequest,
  { headers, log }: ApiLaneDeps,
): Promise<Wire> {
  const options = { accept: request.headers.accept, log }
  const reply = await endpoint
    .handle(request)
    .catch((error: unknown): HttpReply => errorReply(error, options))
  return wireOf(reply, headers)
}

function exchangeOf(
  { method, url, headers, body }: PlainRequest,
  params: Record<string, string>,
  { peer, isGone }: Caller,
  { addressOf }: ApiLaneDeps,
): HttpRequest {
  return {
    method,
    url,
    params,
    headers,
    get address() {
      return addressOf(peer, headers['x-forwarded-for'])
    },
    ...(body && { body }),
    stream: () => Readable.from(body ? [body] : []),
    isGone,
  }
}
