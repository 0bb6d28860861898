/** Responds to plain requests with the same endpoints as the HTTP server. */
import { Readable } from 'node:stream'
import type { ClientAddress } from '../../access/client-address.ts'
import type { Dispatch, Found } from '../dispatch.ts'
import type { HttpRequest } from '../exchange.ts'
import type { Caller, FastResponder, Wire } from './fast-lane.ts'
import type { PlainRequest } from './plain-request.ts'
import { wireOf, wireOfReady } from './wire.ts'

export function fastResponder(addressOf: ClientAddress): (dispatch: Dispatch) => FastResponder {
  return (dispatch) => {
    const respond = async ({ endpoint, headers }: Found, request: HttpRequest): Promise<Wire> =>
      wireOf(await dispatch.respond(endpoint, request), headers)
    return (request, caller) => {
      const found = dispatch.find(request)
      const ready = found.endpoint.ready?.(request)
      if (ready) return wireOfReady(ready)
      if (found.endpoint.isInFastLane !== true) return undefined
      return respond(found, exchangeOf(request, found.params, caller, addressOf))
    }
  }
}

function exchangeOf(
  { method, url, headers, body }: PlainRequest,
  params: HttpRequest['params'],
  { peer, isGone }: Caller,
  addressOf: ClientAddress,
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
