/** Identical concurrent requests share one computation, which continues while a client waits. */
import { Unavailable } from '@octavo/schema/errors.ts'
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createResponseCache } from '../cache/response-cache.ts'
import type { CachedResponse } from './cached-response.ts'
import { createCaching, keyHeader, type Sharing } from './caching.ts'
import type { HttpReply, HttpRequest } from './exchange.ts'

const caching = createCaching({
  cache: createResponseCache<CachedResponse>(1_000_000),
  feed: { isCurrent: () => true, catchUp: () => Promise.resolve(), stop: () => Promise.resolve() },
  limits: { lastKnown: () => undefined },
  includesHiddenTags: false,
  headers: {},
  onHit() {},
  now: () => 0,
})

interface Client extends HttpRequest {
  disconnect(): void
}

function client(): Client {
  let isGone = false
  return {
    method: 'GET',
    url: '/v1/contents',
    params: {},
    headers: { [keyHeader]: 'key' },
    address: '',
    stream: () => assert.fail(),
    isGone: () => isGone,
    disconnect() {
      isGone = true
    },
  }
}

const unavailable = new Unavailable('it took too long', 1)

it('shares one computation until all clients have disconnected', async () => {
  const [first, second] = [client(), client()]
  const computed = Promise.withResolvers<HttpReply>()
  const begun = Promise.withResolvers<Sharing>()
  const compute = (sharing: Sharing): Promise<HttpReply> => {
    begun.resolve(sharing)
    return computed.promise
  }
  const response = caching.share(first, compute)
  const sharing = await begun.promise
  const shared = caching.share(second, () => assert.fail('the response was computed twice'))
  // The second request joins in the next turn.
  await new Promise(setImmediate)
  assert.equal(sharing.isGone(), false)
  first.disconnect()
  assert.equal(sharing.isGone(), false)
  second.disconnect()
  assert.equal(sharing.isGone(), true)
  computed.reject(unavailable)
  const failed = { status: 'rejected', reason: unavailable }
  assert.deepEqual(await Promise.allSettled([response, shared]), [failed, failed])
})
