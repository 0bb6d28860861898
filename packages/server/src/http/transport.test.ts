/** Handling of raw HTTP: malformed requests, bodies, CORS and closing. */
import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { createListener, type Listener } from './server.ts'
import type { Endpoint } from './exchange.ts'
import { readBody } from './body.ts'
import { openPath } from './cors.ts'

const badRequest = '{"status":"400","code":"BadRequest"}'
const notFound = '{"status":"404","code":"Not Found"}'

const ok = { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' }
const slow = Promise.withResolvers<void>()
const slowBegun = Promise.withResolvers<void>()
const rows: Omit<Endpoint, 'callers'>[] = [
  { method: 'GET', path: '/v1/ok', handle: () => Promise.resolve(ok) },
  {
    method: 'GET',
    path: '/v1/items/:id',
    handle: ({ params }) => Promise.resolve({ ...ok, body: JSON.stringify(params) }),
  },
  {
    method: 'GET',
    path: '/v1/slow',
    async handle() {
      slowBegun.resolve()
      await slow.promise
      return ok
    },
  },
  {
    method: 'POST',
    path: '/v1/length',
    handle: async (request) => ({ ...ok, body: String((await readBody(request)).length) }),
  },
  { method: 'POST', path: '/v1/unread', handle: () => Promise.resolve({ ...ok, status: 401 }) },
  { method: 'GET', path: '/v1/broken', handle: () => Promise.reject(new Error('secret detail')) },
  { method: 'GET', path: '/open', handle: () => Promise.resolve(ok) },
  {
    method: 'GET',
    path: '/v1/unchanged',
    handle: () => Promise.resolve({ status: 304, headers: { etag: '"1"' }, body: null }),
  },
]
const endpoints: Endpoint[] = [
  ...rows.map((row) => ({
    ...row,
    callers: 'anyone' as const,
    isOpen: row.path.startsWith('/v1'),
  })),
  openPath('/v1'),
]

describe('the transport', () => {
  let port = 0
  let listener: Listener
  const logged: string[] = []

  before(async () => {
    listener = createListener(endpoints, {
      log: (line) => void logged.push(line),
    })
    port = Number(new URL(await listener.listen({ host: '127.0.0.1', port: 0 })).port)
  })
  after(() => listener.close())

  const url = (path: string): string => `http://127.0.0.1:${port}${path}`

  /** Sends raw bytes and reads until the server closes the connection. */
  async function raw(bytes: string): Promise<string> {
    const socket = connect(port, '127.0.0.1')
    socket.write(bytes, 'latin1')
    return textOf(socket)
  }

  const close = 'Host: x\r\nConnection: close\r\n'
  const table: [what: string, bytes: string, status: number, body: string][] = [
    ['data that is not HTTP', 'hello\r\n\r\n', 404, notFound],
    ['only a method', 'GET\r\n\r\n', 404, notFound],
    ['no version', 'GET /v1/ok\r\n\r\n', 200, '{}'],
    ['an unsupported version', 'GET /v1/ok HTTP/9.9\r\n\r\n', 400, badRequest],
    [
      'a malformed chunk',
      `POST /v1/length HTTP/1.1\r\n${close}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`,
      400,
      badRequest,
    ],
    ['a malformed header', `GET /v1/ok HTTP/1.1\r\nno colon\r\n\r\n`, 400, badRequest],
    [
      'two Content-Length headers',
      `POST /v1/length HTTP/1.1\r\n${close}Content-Length: 1\r\nContent-Length: 2\r\n\r\na`,
      400,
      badRequest,
    ],
    [
      'a chunked body with a Content-Length',
      `POST /v1/length HTTP/1.1\r\n${close}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      badRequest,
    ],
    [
      'headers that are too long',
      `GET /v1/ok HTTP/1.1\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
      400,
      badRequest,
    ],
    [
      'a URL that is too long',
      `GET /v1/ok?${'x'.repeat(40_000)} HTTP/1.1\r\n\r\n`,
      400,
      badRequest,
    ],
    ['an unknown method', `BREW /v1/ok HTTP/1.1\r\n${close}\r\n`, 404, notFound],
    ['a rare method', `PROPFIND /v1/ok HTTP/1.1\r\n${close}\r\n`, 404, notFound],
    [
      'a method that the path does not support',
      `DELETE /v1/ok HTTP/1.1\r\n${close}\r\n`,
      404,
      notFound,
    ],
    ['TRACE', `TRACE /v1/ok HTTP/1.1\r\n${close}\r\n`, 404, notFound],
    ['OPTIONS that is not a preflight', `OPTIONS /v1/ok HTTP/1.1\r\n${close}\r\n`, 404, notFound],
    ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${close}\r\n`, 404, notFound],
    ['an unknown path', `GET /v2 HTTP/1.1\r\n${close}\r\n`, 404, notFound],
    [
      'an unknown path with a body of unknown type',
      `POST /v2 HTTP/1.1\r\n${close}Content-Type: /\r\nContent-Length: 1\r\n\r\na`,
      404,
      notFound,
    ],
    ['a malformed path', `GET /v1/items/%zz HTTP/1.1\r\n${close}\r\n`, 400, badRequest],
    [
      'a path with encoded ..',
      `GET /v1/items/..%2f..%2fetc HTTP/1.1\r\n${close}\r\n`,
      200,
      '{"id":"../../etc"}',
    ],
    ['no Host', `GET /v1/ok HTTP/1.1\r\nConnection: close\r\n\r\n`, 200, '{}'],
    [
      'an unknown expectation',
      `GET /v1/ok HTTP/1.1\r\n${close}Expect: miracles\r\n\r\n`,
      200,
      '{}',
    ],
    ['a trailing slash', `GET /v1/ok/ HTTP/1.1\r\n${close}\r\n`, 200, '{}'],
    [
      'a GET with a Content-Type',
      `GET /v1/ok HTTP/1.1\r\n${close}Content-Type: ///\r\n\r\n`,
      200,
      '{}',
    ],
    [
      'an empty body of any type',
      `POST /v1/length HTTP/1.1\r\n${close}Content-Type: ,\r\n\r\n`,
      200,
      '0',
    ],
    [
      'a chunked body',
      `POST /v1/length HTTP/1.1\r\n${close}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
      200,
      '3',
    ],
    [
      'a Content-Length that is too large',
      `POST /v1/length HTTP/1.1\r\n${close}Content-Length: 10000001\r\n\r\n`,
      400,
      badRequest,
    ],
    ['HTTP/1.0', 'GET /v1/ok HTTP/1.0\r\n\r\n', 200, '{}'],
    ['HEAD', `HEAD /v1/ok HTTP/1.1\r\n${close}\r\n`, 200, ''],
    [
      'an upgrade request',
      `GET /v1/ok HTTP/1.1\r\nHost: x\r\nConnection: upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
      200,
      '{}',
    ],
  ]
  for (const [what, bytes, status, body] of table) {
    it(`returns ${status} for ${what}`, async () => {
      const response = await raw(bytes)
      const [head = '', ...rest] = response.split('\r\n\r\n')
      assert.equal(Number(head.split(' ')[1]), status, response)
      assert.equal(rest.join('\r\n\r\n'), body)
      if (body !== '') assert.match(head, /content-type: application\/json/i)
    })
  }

  it('explains how to fix a URL that is not percent-encoded', async () => {
    const address = Buffer.from('/v1/ok?contains=東京').toString('latin1')
    const response = await raw(`GET ${address} HTTP/1.1\r\n${close}\r\n`)
    assert.match(response, /^HTTP\/1.1 400 [^]*must be percent-encoded/)
  })

  it('responds to malformed HTTP after valid HTTP on one connection', async () => {
    const response = await raw(`GET /v1/ok HTTP/1.1\r\nHost: x\r\n\r\nrubbish\r\n\r\n`)
    assert.match(response, /^HTTP\/1.1 200 OK[^]*HTTP\/1.1 404 /)
  })

  it('closes the connection after an upgrade request, because later data is lost', async () => {
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n'
    const first = `GET /v1/ok HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n`
    const response = await raw(`${first}GET /v1/items/2 HTTP/1.1\r\n${close}\r\n`)
    assert.match(response, /^HTTP\/1\.1 200 OK\r\nconnection: close\r\n[^]*{}$/i)
  })

  it('opens /v1 to every site, for every spelling of its path', async () => {
    for (const path of ['/v1/ok', '/%761/ok', '/v%31/none', 'http://x/v1/ok', 'http://x/%761/ok']) {
      const response = await raw(`GET ${path} HTTP/1.1\r\n${close}\r\n`)
      assert.match(response, /\r\naccess-control-allow-origin: \*\r\n/i, path)
    }
    for (const path of ['/open', '/open?x=/v1', 'http://x/open', 'http://v1/open', '/%6fpen']) {
      const response = await raw(`GET ${path} HTTP/1.1\r\n${close}\r\n`)
      assert.doesNotMatch(response, /access-control/i, path)
    }
    const requestMethod = 'Access-Control-Request-Method: PUT\r\n'
    const preflight = await raw(`OPTIONS /%761/ok HTTP/1.1\r\n${requestMethod}${close}\r\n`)
    assert.match(preflight, /^HTTP\/1\.1 204 /)
  })

  it('returns only a request id for internal errors, and logs the details', async () => {
    const response = await fetch(url('/v1/broken'))
    assert.equal(response.status, 500)
    assert.equal(await response.text(), '{"status":"500","code":"Internal Server Error"}')
    const detail = response.headers.get('x-service-detail') ?? ''
    assert.doesNotMatch(detail, /secret/)
    const id = /request ([\w-]+)$/.exec(detail)?.[1]
    assert.ok(id && logged.some((line) => line.includes(id) && line.includes('secret detail')))
  })

  it('rejects a chunked body that becomes too large, and continues to serve', async () => {
    const chunk = Buffer.alloc(1_000_000)
    const body = ReadableStream.from(Array.from({ length: 12 }, () => chunk))
    const response = await fetch(url('/v1/length'), { method: 'POST', body, duplex: 'half' })
    assert.deepEqual([response.status, await response.text()], [400, badRequest])
    assert.equal((await fetch(url('/v1/ok'))).status, 200)
  })

  it('survives a client that disconnects in the middle of a body', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write('POST /v1/length HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc')
    socket.end()
    const response = await textOf(socket)
    assert.match(response, /^$|^HTTP\/1.1 400 /)
    assert.equal((await fetch(url('/v1/ok'))).status, 200)
  })

  it('sends no Content-Type and Content-Length without a body', async () => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await fetch(url('/v1/unchanged'), { method })
      const found = ['etag', 'content-type', 'content-length'].map((name) => headers.get(name))
      assert.deepEqual([status, ...found], [304, '"1"', null, null])
    }
  })

  it('sends 100 Continue only if the body is read', async () => {
    assert.deepEqual(await expecting('/v1/length'), ['continue', 200])
    assert.deepEqual(await expecting('/v1/unread'), [401])
  })

  function expecting(path: string): Promise<(string | number)[]> {
    return new Promise((resolve, reject) => {
      const seen: (string | number)[] = []
      const headers = { Expect: '100-continue', 'Content-Length': '3' }
      const sent = httpRequest({ port, host: '127.0.0.1', path, method: 'POST', headers })
      sent.on('continue', () => {
        seen.push('continue')
        sent.end('abc')
      })
      sent.on('response', (response) => {
        response.resume()
        seen.push(response.statusCode ?? 0)
        resolve(seen)
        sent.destroy()
      })
      sent.on('error', reject)
      sent.flushHeaders()
    })
  }

  it('opens only /v1 to every site', async () => {
    const preflight = await fetch(url('/v1/anything'), {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://site.example',
        'Access-Control-Request-Method': 'PUT',
        'Access-Control-Request-Headers': 'x-service-api-key,if-match',
      },
    })
    assert.equal(preflight.status, 204)
    assert.equal(preflight.headers.get('access-control-allow-origin'), '*')
    assert.equal(
      preflight.headers.get('access-control-allow-headers'),
      'x-service-api-key,if-match',
    )
    assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /PUT/)
    const response = await fetch(url('/v1/none'))
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
    const exposed = response.headers.get('access-control-expose-headers') ?? ''
    for (const name of [
      'ETag',
      'X-SERVICE-DETAIL',
      'RateLimit',
      'Retry-After',
      'Location',
      'X-Cache',
    ]) {
      assert.ok(exposed.includes(name), name)
    }
    assert.equal((await fetch(url('/open'))).headers.get('access-control-allow-origin'), null)
  })

  it('closes after the requests in progress have finished', async () => {
    const response = fetch(url('/v1/slow'))
    await slowBegun.promise
    const closing = listener.close()
    await assert.rejects(fetch(url('/v1/ok')))
    slow.resolve()
    assert.equal((await response).status, 200)
    await closing
  })
})

function textOf(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => (text += chunk))
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
}
