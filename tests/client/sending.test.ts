/** Sending requests to a server whose responses each test scripts. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import {
  createClient,
  imageUrl,
  srcset,
  type Client,
  type ClientOptions,
  type OctavoError,
} from '@octavo/client'
import type { Schema } from './generated.ts'
import { eventually } from '../../packages/server/src/testing/eventually.ts'

type Act = (request: IncomingMessage, response: ServerResponse) => void

const page = { total: 0, offset: 0, limit: 100, data: [] }

function respondWith(status: number, body: unknown, headers: Record<string, string> = {}): Act {
  return (request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

const ok = respondWith(200, page)
const written = respondWith(200, { id: 1 })
const limited = (retryAfter: number | string, headers: Record<string, string> = {}): Act =>
  respondWith(
    429,
    { status: '429', code: 'Too Many Requests', message: 'wait' },
    { 'retry-after': String(retryAfter), ...headers },
  )
const failing = respondWith(500, { status: '500', code: 'Internal Server Error' })
const cut: Act = (request) => void request.socket.destroy()
const silent: Act = (request) => void request.resume()

describe('sending', () => {
  let server: Server
  let url: string
  let acts: Act[] = []
  let arrived: IncomingMessage[] = []

  before(async () => {
    server = createServer((request, response) => {
      arrived.push(request)
      const act = acts.shift() ?? ok
      act(request, response)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`
  })

  after(() => {
    server.closeAllConnections()
    server.close()
  })

  beforeEach(() => {
    arrived = []
  })

  function client(act: Act[], options: Partial<ClientOptions> = {}): Client<Schema> {
    acts = act
    return createClient<Schema>({ url, key: 'secret', ...options })
  }

  it('sends the key and encoded parameters', async () => {
    await client([]).list({ model: 'article', where: { title: { eq: 'a+b & c=d' } }, lang: 'ja' })
    assert.equal(arrived[0]?.headers['x-service-api-key'], 'secret')
    assert.equal(
      arrived[0]?.url,
      '/v1/contents?model=article&lang=ja&title%5Beq%5D=a%2Bb+%26+c%3Dd',
    )
  })

  it('retries a read after a failure', async () => {
    assert.deepEqual(await client([failing, cut, ok]).list(), page)
    assert.equal(arrived.length, 3)
    await assert.rejects(client([failing, failing, failing]).list(), { status: 500 })
    await assert.rejects(client([cut], { retries: 0 }).list(), { status: 0, code: 'Network' })
  })

  it('retries a create with the same idempotency key, but no other write', async () => {
    const data = { model: 'place', fields: { name: 'x' } } as const
    assert.deepEqual(await client([cut, failing, written]).create(data), { id: 1 })
    const names = new Set(arrived.map(({ headers }) => headers['idempotency-key']))
    assert.equal(arrived.length, 3)
    assert.equal(names.size, 1)
    assert.match(String([...names][0]), /^[0-9a-f]{32}$/)
    await assert.rejects(client([failing]).patch(1, data), { status: 500 })
    await assert.rejects(client([failing]).replace(1, data), { status: 500 })
    await assert.rejects(client([cut]).delete(1), { status: 0 })
    assert.equal(arrived.length, 6)
  })

  it('retries the upload of a file with the same idempotency key, but not of a stream', async () => {
    const file = new File([new Uint8Array(200_000)], 'a.bin')
    assert.equal((await client([cut, failing, written]).upload(file)).id, 1)
    const steps: number[] = []
    const onProgress = ({ sent }: { sent: number }): void => void steps.push(sent)
    assert.equal((await client([failing, limited(1), written]).upload(file, { onProgress })).id, 1)
    assert.equal(steps.at(-1), 200_000)
    assert.equal(arrived.length, 6)
    const names = arrived.map(({ headers }) => String(headers['idempotency-key']))
    assert.equal(new Set(names.slice(0, 3)).size, 1)
    assert.equal(new Set(names.slice(3)).size, 1)
    assert.equal(new Set(names).size, 2)
    const own = { idempotencyKey: 'mine', filename: 'a' }
    for (const act of [failing, limited(1), cut]) {
      await assert.rejects(client([act]).upload(file.stream(), own), { name: 'OctavoError' })
    }
    assert.equal(arrived.length, 9)
    assert.equal(arrived.at(-1)?.headers['idempotency-key'], 'mine')
  })

  it('does not retry a rejected request', async () => {
    await assert.rejects(client([respondWith(400, { status: '400', code: 'BadRequest' })]).list(), {
      status: 400,
    })
    assert.equal(arrived.length, 1)
  })

  it('waits for the rate limit with any request', async () => {
    const began = performance.now()
    await client([limited(1), written]).patch(1, { model: 'place', fields: {} })
    assert.ok(performance.now() - began >= 990)
    assert.equal(arrived.length, 2)
  })

  it('stops waiting after maxWait', async () => {
    await assert.rejects(client([limited(61)]).list(), { status: 429, retryAfter: 61 })
    await assert.rejects(client([limited(1), limited(1)], { maxWait: 1500 }).list(), {
      status: 429,
    })
    assert.equal(arrived.length, 3)
  })

  it('parses all formats of Retry-After', async () => {
    const date = 'Sun, 06 Nov 1994 08:49:37 GMT'
    const forms: [string, number | undefined][] = [
      ['120', 120],
      ['0', 0],
      ['-5', 0],
      ['Sun, 06 Nov 1994 08:51:37 GMT', 120],
      ['Sunday, 06-Nov-94 08:51:37 GMT', 120],
      ['Sun Nov  6 08:51:37 1994', 120],
      ['Sun, 06 Nov 1994 08:00:00 GMT', 0],
      ['', undefined],
      ['soon', undefined],
      ['Sunday, some time', undefined],
    ]
    for (const [form, retryAfter] of forms) {
      const refused = client([limited(form, { date })], { maxWait: 0 }).list()
      await assert.rejects(refused, { status: 429, retryAfter }, form)
    }
    // Without a `Date` header, the clock of the client is used.
    const fetch = async (): Promise<Response> =>
      new Response('{}', {
        status: 429,
        headers: { 'retry-after': new Date(Date.now() + 90_000).toUTCString() },
      })
    await assert.rejects(client([], { maxWait: 0, fetch }).list(), (error: OctavoError) => {
      assert.ok(error.retryAfter !== undefined && error.retryAfter > 60 && error.retryAfter <= 91)
      return true
    })
  })

  it('waits until a date, and does not wait for a past date', async () => {
    const date = 'Sun, 06 Nov 1994 08:49:37 GMT'
    const far = limited('Sun, 06 Nov 1994 08:51:37 GMT', { date })
    await assert.rejects(client([far]).list(), { status: 429, retryAfter: 120 })
    assert.equal(arrived.length, 1)
    const past = limited('Sun, 06 Nov 1994 08:00:00 GMT', { date })
    assert.deepEqual(await client([past, ok]).list(), page)
    assert.equal(arrived.length, 3)
  })

  it('rejects after the timeout', async () => {
    let isFirst = true
    const fetch = (_: unknown, init?: RequestInit): Promise<Response> => {
      if (!isFirst) return Promise.resolve(Response.json(page))
      isFirst = false
      const { promise, reject } = Promise.withResolvers<Response>()
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      return promise
    }
    assert.deepEqual(await client([], { timeout: 100, fetch }).list(), page)
    assert.equal(isFirst, false)
    const half: Act = (request, response) => {
      request.resume()
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"total"')
    }
    const error = { status: 0, code: 'Timeout', detail: 'no response within 100 ms' }
    await assert.rejects(client([half], { timeout: 100, retries: 0 }).list(), error)
  })

  it('accepts a timeout longer than timers support', async () => {
    const warnings: string[] = []
    const note = ({ name }: Error): void => void warnings.push(name)
    process.on('warning', note)
    for (const timeout of [Infinity, 2 ** 31]) {
      await client([ok], { timeout, retries: 0 }).list()
    }
    process.off('warning', note)
    // Node warns about a timer that is too long, and fires it after a millisecond.
    assert.deepEqual(warnings, [])
  })

  it('aborts with the signal during a request and while waiting', async () => {
    const reason = new Error('enough')
    for (const [sent, act] of [
      [1, silent],
      [2, limited(30)],
    ] as const) {
      const controller = new AbortController()
      const reading = client([act]).list({ signal: controller.signal })
      await eventually(() => arrived.length === sent)
      controller.abort(reason)
      await assert.rejects(reading, reason)
    }
    await assert.rejects(client([]).list({ signal: AbortSignal.abort(reason) }), reason)
    const all = client([]).all({ signal: AbortSignal.abort(reason) })
    await assert.rejects(all.next(), reason)
    assert.equal(arrived.length, 2)
  })

  it('reports a response that is not from the API', async () => {
    const html = respondWith(200, '<!doctype html>', { 'content-type': 'text/html' })
    await assert.rejects(client([html], { retries: 0 }).list(), { status: 0, code: 'Bad Answer' })
    const gateway = respondWith(502, 'Bad gateway')
    await assert.rejects(client([gateway], { retries: 0 }).list(), {
      status: 502,
      code: 'Bad Gateway',
    })
  })

  it('rejects a write that a redirect turned into a read', async () => {
    const moved = respondWith(301, '', { location: `${url}contents` })
    const bad = { status: 0, code: 'Bad Answer' }
    const made = client([moved, ok]).create({ model: 'article', fields: {} })
    await assert.rejects(made, bad)
    assert.equal(arrived[1]?.method, 'GET')
    await assert.rejects(client([moved, ok]).upload(new File(['a'], 'a.txt')), bad)
  })
})

describe('images', () => {
  const media = { url: 'http://assets.test/spaces/1/media/2/_/a%20b.jpg', alt: '' }

  it('imageUrl returns URLs of variants', () => {
    assert.equal(imageUrl(media), media.url)
    assert.equal(
      imageUrl(media.url, { width: 10, fit: 'cover', height: 5 }),
      `${media.url}?width=10&height=5&fit=cover`,
    )
  })

  it('srcset returns several sizes', () => {
    assert.equal(
      srcset(media, { widths: [1, 2] }),
      `${media.url}?width=1 1w, ${media.url}?width=2 2w`,
    )
    assert.equal(
      srcset(media, { densities: [1, 2], width: 9 }),
      `${media.url}?width=9&dpr=1 1x, ${media.url}?width=9&dpr=2 2x`,
    )
  })
})
