/** Clients that ask the same at the same time wait for one answer, for as long as one of them waits. */
import { Unavailable } from '@octavo/schema/errors.ts'
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createResponseCache } from '../cache/response-cache.ts'
import type { CachedAnswer } from './cached-answer.ts'
import { createCaching, keyHeader, type Sharing } from './caching.ts'
import type { HttpReply, HttpRequest } from './exchange.ts'

const caching = createCaching({
  cache: createResponseCache<CachedAnswer>(1_000_000),
  feed: { isCurrent: () => true, catchUp: () => Promise.resolve(), stop: () => Promise.resolve() },
  limits: { known: () => undefined },
  tellsAll: false,
  headers: {},
  onHit() {},
  now: () => 0,
})

interface Client extends HttpRequest {
  leave(): void
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
    leave() {
      isGone = true
    },
  }
}

const unavailable = new Unavailable('it took too long', 1)

it('An answer is wanted until all who wait for it have left, and is the same for all', async () => {
  const [first, second] = [client(), client()]
  const computed = Promise.withResolvers<HttpReply>()
  const begun = Promise.withResolvers<Sharing>()
  const compute = (sharing: Sharing): Promise<HttpReply> => {
    begun.resolve(sharing)
    return computed.promise
  }
  const answer = caching.share(first, compute)
  const sharing = await begun.promise
  const shared = caching.share(second, () => assert.fail('was computed a second time'))
  // It is asked for in the next turn.
  await new Promise(setImmediate)
  assert.equal(sharing.isGone(), false)
  first.leave()
  assert.equal(sharing.isGone(), false)
  second.leave()
  assert.equal(sharing.isGone(), true)
  computed.reject(unavailable)
  const failed = { status: 'rejected', reason: unavailable }
  assert.deepEqual(await Promise.allSettled([answer, shared]), [failed, failed])
})
