import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { createDispatch, type Dispatch } from './dispatch.ts'
import type { Endpoint } from './exchange.ts'
import { hostCheck } from './hosts.ts'
import { createRouter } from './router.ts'

function endpoint(method: Endpoint['method'], path: string): Endpoint {
  const body = `${method} ${path}`
  const handle = () => Promise.resolve({ status: 200, headers: {}, body })
  return { method, path, callers: 'anyone', isOpen: path.startsWith('/open'), handle }
}

const endpoints = [
  endpoint('GET', '/open/:id'),
  endpoint('POST', '/open/:id'),
  endpoint('GET', '/open/all'),
  endpoint('GET', '/*'),
]

function dispatch(): Dispatch {
  return createDispatch(endpoints, { log() {}, allowsHost: hostCheck(['a.example']) })
}

interface Sent {
  method: string
  host: string | undefined
  url: string
}

const requests: fc.Arbitrary<Sent> = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT'),
  host: fc.constantFrom(undefined, '', 'a.example', 'evil.example', 'undefined', 'a.example /open'),
  url: fc
    .tuple(
      fc.constantFrom('', 'http://a.example', 'http://evil.example'),
      fc.constantFrom('/', '/open/1', '/open/2', '/open/all', '/open/%', '/other', '/1'),
      fc.constantFrom('', '?', '?q=1', '#a'),
    )
    .map((parts) => parts.join('')),
})

async function resultOf({ find, respond }: Dispatch, request: Sent) {
  const { method, url, host } = request
  const headers = host === undefined ? {} : { host }
  const { endpoint: found, params, headers: added } = find({ method, url, headers })
  const exchange = { method, url, params, headers, address: '', isGone: () => false }
  const stream = () => assert.fail('has no body')
  const { status, body } = await respond(found, { ...exchange, stream })
  return { status, body, params, added }
}

it('finds the same for repeated requests as for the first one', async () => {
  const repeated = dispatch()
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      assert.deepEqual(await resultOf(repeated, request), await resultOf(dispatch(), request))
    }),
    { numRuns: 500 },
  )
})

it('finds the endpoint that the router finds', () => {
  const { find } = dispatch()
  const match = createRouter(endpoints)
  fc.assert(
    fc.property(requests, ({ method, url }) => {
      const routed = match(method, url)
      if (!routed || routed.isMalformed || url.includes('evil')) return
      const { endpoint: found, params } = find({ method, url, headers: {} })
      assert.deepEqual([found.path, params], [routed.route.path, routed.params])
    }),
    { numRuns: 500 },
  )
})
