import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Refusal } from '@octavo/schema/errors.ts'
import type { Endpoint, HttpRequest } from './exchange.ts'
import { createFirstResponses } from './first-responses.ts'

const seen: HttpRequest[] = []

function endpoint(path: string, handle: Endpoint['handle']): Endpoint {
  return {
    method: 'GET',
    path,
    callers: 'anyone',
    async handle(request) {
      seen.push(request)
      return handle(request)
    },
  }
}

const json = (value: unknown) =>
  Promise.resolve({ status: 200, headers: {}, body: Buffer.from(JSON.stringify(value)) })
const firstResponses = createFirstResponses([
  endpoint('/admin/api/bootstrap', ({ url }) => json({ url })),
  endpoint('/admin/api/roots/:root/contents/:id', ({ params: { root, id } }) =>
    id === '404' ? Promise.reject(new Refusal('notFound', 'none')) : json({ root, id }),
  ),
])

function read(path: string, headers: HttpRequest['headers'] = {}, method = 'GET') {
  return firstResponses(path, new Request(method, path, headers))
}

/** Like the requests of a server, whose address is not an own property. */
class Request implements HttpRequest {
  readonly method: string
  readonly url: string
  readonly headers: HttpRequest['headers']
  readonly params = {}

  constructor(method: string, url: string, headers: HttpRequest['headers']) {
    this.method = method
    this.url = url
    this.headers = headers
  }

  get address(): string {
    return '192.0.2.1'
  }

  stream(): never {
    return assert.fail('nothing to read')
  }

  isGone(): boolean {
    return false
  }
}

it('reads the session of every page, and the item of its page', async () => {
  const urlsOf = async (path: string) => (await read(path)).map(({ url }) => url)
  assert.deepEqual(await urlsOf('/'), ['/admin/api/bootstrap'])
  for (const path of ['/main', '/main/contents', '/main/contents/new-article', '/main/media/7']) {
    assert.deepEqual(await urlsOf(path), ['/admin/api/bootstrap?root=main'], path)
  }
  assert.deepEqual(await read('/main/contents/47'), [
    {
      url: '/admin/api/bootstrap?root=main',
      body: '{"url":"/admin/api/bootstrap?root=main"}',
    },
    { url: '/admin/api/roots/main/contents/47', body: '{"root":"main","id":"47"}' },
  ])
  // Names with other characters are not part of a URL.
  assert.deepEqual(await urlsOf('/"><b>/contents/47'), ['/admin/api/bootstrap'])
})

it('uses the session of the page, and asks for responses that are not compressed', async () => {
  seen.length = 0
  await read('/main', { cookie: 'octavo=1', 'accept-encoding': 'br' })
  assert.deepEqual(seen[0]?.headers, { cookie: 'octavo=1' })
  assert.equal(seen[0]?.address, '192.0.2.1')
})

it('omits what is rejected', async () => {
  const found = await read('/main/contents/404')
  assert.deepEqual(
    found.map(({ url }) => url),
    ['/admin/api/bootstrap?root=main'],
  )
})

it('reads nothing for scripts that fetch the page, for HEAD, and for invitations', async () => {
  assert.equal((await read('/main', { 'sec-fetch-mode': 'navigate' })).length, 1)
  assert.deepEqual(await read('/main', { 'sec-fetch-mode': 'cors' }), [])
  assert.deepEqual(await read('/main', { 'sec-fetch-mode': 'no-cors' }), [])
  assert.deepEqual(await read('/main', {}, 'HEAD'), [])
  assert.deepEqual(await read('/invitation'), [])
})
