/** The fast lane must behave like the HTTP server. */
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { responseBuffer } from '../../delivery/render.ts'
import { createConnections } from '../connections.ts'
import type { Endpoint } from '../exchange.ts'
import { createListener, type Listener } from '../server.ts'

const body = Buffer.from('hello')
const large = Buffer.alloc(500_000, 'x')
const huge = Buffer.alloc(32_000_000, 'x')
const endpoints = (['GET', 'POST'] as const).map((method): Endpoint => ({
  method,
  path: '/*',
  callers: 'anyone',
  async handle(request) {
    const { url, headers } = request
    if (method === 'POST') await text(request.stream())
    return { status: 200, headers: {}, body: `slow ${url} ${headers.range ?? ''}` }
  },
}))

describe('the fast lane', () => {
  let listener: Listener
  let port = 0
  let responseCount = 0

  before(async () => {
    listener = createListener(endpoints, {
      log() {},
      fastLane:
        () =>
        ({ method, url, headers: { accept = '' }, body: sent }) => {
          if (!url.startsWith('/fast')) return undefined
          responseCount++
          if (sent) {
            const echo = `${method} ${sent.toString()}`
            return [Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${echo.length}\r\n\r\n${echo}`)]
          }
          const whole = { '/fast/large': large, '/fast/huge': huge }[url] ?? body
          const head = `HTTP/1.1 200 OK\r\naccepted: ${accept}\r\ncontent-length: ${whole.length}\r\n\r\n`
          return [Buffer.from(head), whole]
        },
    })
    port = Number(new URL(await listener.listen({ host: '127.0.0.1', port: 0 })).port)
  })
  after(() => listener.close())

  function open(): Socket {
    return connect(port, '127.0.0.1').setNoDelay(true)
  }

  const get = (url: string, headers = ''): string =>
    `GET ${url} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
  const close = 'Connection: close\r\n'

  /** Sends each piece after the response to the previous one, and reads to the end. */
  async function converse(pieces: string[]): Promise<string> {
    const socket = open()
    let all = ''
    socket.on('data', (chunk) => (all += chunk.toString('latin1')))
    const ended = once(socket, 'close')
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) await once(socket, 'data')
      socket.write(piece, 'latin1')
    }
    await ended
    return all
  }

  it('writes a long response in pieces, each after the client has read the previous one', async () => {
    const { promise: connected, resolve } = Promise.withResolvers<Socket>()
    const onSocket = (message: unknown): void => resolve((message as { socket: Socket }).socket)
    subscribe('net.server.socket', onSocket)
    const client = open()
    client.write(get('/fast/huge'))
    const socket = await connected
    unsubscribe('net.server.socket', onSocket)
    await once(client, 'readable')
    let [received, mostUnsent] = [0, 0]
    client.on('data', (chunk) => {
      mostUnsent = Math.max(mostUnsent, socket.writableLength)
      received += chunk.length
      if (received >= huge.length) client.end()
    })
    await once(client, 'close')
    assert.ok(mostUnsent > 0 && mostUnsent <= 512 * 1024, `${mostUnsent} bytes wait in the socket`)
  })

  it('responds to several requests on one connection', async () => {
    const earlier = responseCount
    const output = await converse([
      get('/fast/1', 'Accept: image/webp\r\n'),
      get('/fast/2'),
      get('/slow', close),
    ])
    assert.equal(responseCount - earlier, 2)
    assert.match(
      output,
      /^HTTP\/1.1 200 OK\r\naccepted: image\/webp\r\n[^]*helloHTTP\/1.1 200 OK\r\naccepted: \r\n[^]*helloHTTP[^]*slow \/slow $/,
    )
  })

  it('hands a connection over to the HTTP server without losing data', async () => {
    const output = await converse([get('/slow/1'), get('/fast/2', close)])
    assert.match(output, /slow \/slow\/1 [^]*slow \/fast\/2 $/)
  })

  const post = (sent: string, headers = `Content-Length: ${sent.length}\r\n`): string =>
    `POST /fast HTTP/1.1\r\nHost: x\r\n${headers}\r\n${sent}`

  it('responds to writes that arrive in one chunk, and to later requests', async () => {
    const earlier = responseCount
    const output = await converse([
      post('one'),
      post('{"two":2}').replace('POST', 'PATCH'),
      get('/fast'),
      post('x'.repeat(20_000)),
      get('/slow', close),
    ])
    assert.equal(responseCount - earlier, 4)
    assert.match(
      output,
      /^HTTP[^]*\r\nPOST oneHTTP[^]*PATCH {"two":2}HTTP[^]*helloHTTP[^]*POST x{20000}HTTP[^]*slow \/slow $/,
    )
  })

  const notPlain: [what: string, bytes: string][] = [
    ['a range request', get('/fast', `Range: bytes=0-1\r\n${close}`)],
    ['a conditional request', get('/fast', `If-None-Match: "x"\r\n${close}`)],
    ['Connection: close', get('/fast', close)],
    ['a GET with a Content-Length', get('/fast', `Content-Length: 0\r\n${close}`)],
    ['two requests in one chunk', get('/fast') + get('/fast', close)],
    ['HTTP/1.0', 'GET /fast HTTP/1.0\r\n\r\n'],
    ['a line feed without a carriage return', `GET /fast HTTP/1.1\r\nHost: x\n${close}\r\n`],
    ['a folded header', `GET /fast HTTP/1.1\r\nHost: x\r\n y\r\n${close}\r\n`],
    ['a space before the colon', `GET /fast HTTP/1.1\r\nHost : x\r\n${close}\r\n`],
    ['non-ASCII bytes', get('/fast', `X: \xe9\r\n${close}`)],
    ['HEAD', `HEAD /fast HTTP/1.1\r\nHost: x\r\n${close}\r\n`],
    ['an absolute URL', `GET http://x/fast HTTP/1.1\r\nHost: x\r\n${close}\r\n`],
    ['a write without a Content-Length', post('', close)],
    ['a write with an incomplete body', `${post('ab', `Content-Length: 3\r\n${close}`)}c`],
    [
      'a write followed by another request',
      post('ab', `Content-Length: 2\r\n`) + get('/slow', close),
    ],
    [
      'two Content-Length headers',
      post('ab', `Content-Length: 2\r\nContent-Length: 2\r\n${close}`),
    ],
    ['a Content-Length with a sign', post('ab', `Content-Length: +2\r\n${close}`)],
    ['a hexadecimal Content-Length', post('ab', `Content-Length: 0x2\r\n${close}`)],
    ['a chunked body', post('2\r\nab\r\n0\r\n\r\n', `Transfer-Encoding: chunked\r\n${close}`)],
    [
      'a chunked body with a Content-Length',
      post('0\r\n\r\n', `Transfer-Encoding: chunked\r\nContent-Length: 5\r\n${close}`),
    ],
    ['a conditional write', post('a', `Content-Length: 1\r\nIf-Match: "x"\r\n${close}`)],
    ['Expect: 100-continue', post('a', `Content-Length: 1\r\nExpect: 100-continue\r\n${close}`)],
    ['an unsupported method', post('a', `Content-Length: 1\r\n${close}`).replace('POST', 'PURGE')],
    ['a long head', get('/fast', `X: ${'y'.repeat(5000)}\r\n${close}`)],
  ]
  for (const [what, bytes] of notPlain) {
    it(`leaves ${what} to the HTTP server`, async () => {
      const earlier = responseCount
      assert.match(await converse([bytes]), /^HTTP\/1\.1 (?:100|200|400|404) /)
      assert.equal(responseCount, earlier)
    })
  }

  it('leaves a request that arrives in several chunks to the HTTP server', async () => {
    const socket = open()
    const all = text(socket)
    const whole = get('/fast/pieces', close)
    for (const piece of [whole.slice(0, 9), whole.slice(9, 30), whole.slice(30)]) {
      socket.write(piece)
      await new Promise((resolve) => setImmediate(resolve))
    }
    assert.match(await all, /slow \/fast\/pieces $/)
  })

  it('stops responding to a client that does not read', async () => {
    const earlier = responseCount
    const socket = open()
    await once(socket, 'connect')
    socket.pause()
    for (let sent = 0; sent < 200; sent++) {
      socket.write(get('/fast/large'))
      await new Promise((resolve) => setImmediate(resolve))
    }
    assert.ok(responseCount - earlier < 100, `${responseCount - earlier} were sent`)
    socket.destroy()
  })

  it('reuses the memory of responses that clients do not read', async () => {
    const length = 8_000_000
    const head = Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n\r\n`)
    const memory = new Set<ArrayBufferLike>()
    const other = createListener(endpoints, {
      log() {},
      connections: createConnections({ unreadBytes: 5.5 * length }),
      fastLane: () => () => {
        const bytes = responseBuffer(length)
        memory.add(bytes.buffer)
        return [head, bytes]
      },
    })
    const { port: otherPort } = new URL(await other.listen({ host: '127.0.0.1', port: 0 }))
    const clients: Socket[] = []
    for (let count = 0; count < 30; count++) {
      const client = connect(Number(otherPort), '127.0.0.1').on('error', () => {})
      clients.push(client)
      client.write(get('/'))
      await once(client, 'readable')
    }
    // Five are held, one is new, and the oldest is released when the system has closed its connection.
    assert.ok(memory.size <= 8, `${memory.size} buffers`)
    for (const client of clients) client.destroy()
    await other.close()
  })

  it('survives clients that reset the connection', async () => {
    for (let round = 0; round < 20; round++) {
      const socket = open()
      await once(socket, 'connect')
      socket.write(get('/fast/large'))
      socket.resetAndDestroy()
    }
    assert.match(await converse([get('/slow', close)]), /slow/)
  })

  it('does not wait for idle connections when it closes', async (t) => {
    const other = createListener(endpoints, {
      log() {},
      fastLane: () => () => [body],
    })
    const { port: otherPort } = new URL(await other.listen({ host: '127.0.0.1', port: 0 }))
    const silent = connect({ port: Number(otherPort), host: '127.0.0.1', allowHalfOpen: true })
    await once(silent, 'connect')
    const talker = connect(Number(otherPort), '127.0.0.1')
    talker.write(get('/fast'))
    await once(talker, 'data')
    // The deadline after which it closes all connections never comes.
    t.mock.timers.enable({ apis: ['setTimeout'] })
    await other.close()
    silent.destroy()
  })

  it('closes its connections when the server closes', async () => {
    const other = createListener(endpoints, {
      log() {},
      fastLane: () => () => [body],
    })
    const address = new URL(await other.listen({ host: '127.0.0.1', port: 0 }))
    const socket = connect(Number(address.port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(get('/fast'))
    await once(socket, 'data')
    const ended = once(socket, 'end')
    await Promise.all([other.close(), ended])
  })
})
