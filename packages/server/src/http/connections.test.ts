/** When connections are closed, with the fast lane and with the HTTP server only. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { readBody } from './body.ts'
import { createConnections, type ConnectionLimits, type Connections } from './connections.ts'
import type { Endpoint, HttpReply, HttpRequest } from './exchange.ts'
import { createListener, type Listener } from './server.ts'

const large = Buffer.alloc(30_000_000, 'x')
const host = 'Host: x\r\n'
const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\n${host}${more}\r\n`
const post = (path: string, length: number): string =>
  `POST ${path} HTTP/1.1\r\n${host}Content-Length: ${length}\r\n\r\n`
/** The checks of a window, and one more that finds it full. */
const checksOfWindow = 5
/** Limits that accept one byte per window. */
const anyProgress = { stallTime: 30_000, minRate: 1 / 30 }

/** A connection that wrongly stays open would end after its idle time, which is longer than this timeout. */
const test = (title: string, run: () => Promise<void>): void =>
  void it(title, { timeout: 60_000 }, run)

const started: TestServer[] = []
after(async () => {
  for (const server of started) await server.end()
})

class TestServer {
  readonly connections: Connections
  /** All requests so far, to check whether their clients are gone. */
  readonly requests: Pick<HttpRequest, 'isGone'>[] = []
  readonly events = new PassThrough()
  /** Ends the responses to /wait. */
  readonly released = Promise.withResolvers<void>()
  #listener: Listener | undefined
  #port = 0
  readonly #clients: Socket[] = []

  constructor(limits: Partial<ConnectionLimits>) {
    this.connections = createConnections(limits)
    started.push(this)
  }

  async start(hasFastLane: boolean): Promise<void> {
    const respond = (request: Pick<HttpRequest, 'url' | 'isGone'>): Promise<Buffer> | Buffer => {
      this.requests.push(request)
      const body = Buffer.from(`response to ${request.url}`)
      return request.url === '/wait' ? this.released.promise.then(() => body) : body
    }
    const reply = (body: Buffer): HttpReply => ({ status: 200, headers: {}, body })
    const endpoints: Endpoint[] = [
      this.#endpoint('GET', '/events', () => ({ ...reply(large), body: this.events })),
      this.#endpoint('GET', '/large', () => reply(large)),
      this.#endpoint('POST', '/read', async (request) => reply(await readBody(request))),
      this.#endpoint('POST', '/unread', () => ({ ...reply(Buffer.from('no')), status: 401 })),
      this.#endpoint('POST', '/later', async (request) => {
        await this.released.promise
        return reply(await readBody(request))
      }),
      {
        method: 'GET',
        path: '/*',
        callers: 'anyone',
        handle: async (request) => reply(await respond(request)),
      },
    ]
    const wireOf = (body: Buffer): Buffer[] => [
      Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`),
      body,
    ]
    this.#listener = createListener(endpoints, {
      log() {},
      connections: this.connections,
      ...(hasFastLane && {
        fastLane:
          () =>
          ({ url }, caller) => {
            if (url === '/events' || url === '/odd') return undefined
            if (url !== '/large') {
              const body = respond({ url, ...caller })
              return body instanceof Promise ? body.then(wireOf) : wireOf(body)
            }
            this.requests.push(caller)
            return wireOf(large)
          },
      }),
    })
    this.#port = Number(new URL(await this.#listener.listen({ host: '127.0.0.1', port: 0 })).port)
  }

  #endpoint(
    method: Endpoint['method'],
    path: string,
    handle: (request: HttpRequest) => HttpReply | Promise<HttpReply>,
  ): Endpoint {
    return {
      method,
      path,
      callers: 'anyone',
      handle: async (request) => {
        this.requests.push(request)
        return handle(request)
      },
    }
  }

  async connect(): Promise<Socket> {
    const socket = connect({ port: this.#port, host: '127.0.0.1', allowHalfOpen: true })
    this.#clients.push(socket.setNoDelay(true).on('error', () => {}))
    await once(socket, 'connect')
    return socket
  }

  check(times = checksOfWindow): void {
    for (let count = 0; count < times; count++) this.connections.check()
  }

  /** Polls a condition in each turn of the event loop. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise((resolve) => setImmediate(resolve))
  }

  async end(): Promise<void> {
    for (const client of this.#clients) client.destroy()
    this.released.resolve()
    await this.#listener?.close()
  }
}

/** Reads until the server closes the connection. */
async function textOf(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString('latin1')))
  socket.once('end', () => socket.end())
  await new Promise((resolve) => socket.once('close', resolve))
  return text
}

async function send(socket: Socket, request: string): Promise<string> {
  socket.write(request)
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  return chunk.toString('latin1')
}

for (const hasFastLane of [true, false]) {
  const lane = hasFastLane ? 'the fast lane' : 'the HTTP server'
  describe(`a connection of ${lane}`, () => {
    function serverWith(limits: Partial<ConnectionLimits>): { current: TestServer } {
      const holder = { current: new TestServer(limits) }
      before(() => holder.current.start(hasFastLane))
      return holder
    }

    describe('that the client closes', () => {
      const server = serverWith({})

      test('ends after the response if the client half-closes', async () => {
        const client = await server.current.connect()
        const text = textOf(client)
        client.end(get('/1'))
        assert.match(await text, /^HTTP\/1\.1 200 [^]*response to \/1$/)
      })

      test('ends if the client half-closes between requests', async () => {
        const client = await server.current.connect()
        await send(client, get('/1'))
        const rest = textOf(client)
        client.end()
        assert.equal(await rest, '')
      })

      test('ends after a response that is still in progress', async () => {
        const slow = new TestServer({})
        await slow.start(hasFastLane)
        const client = await slow.connect()
        const text = textOf(client)
        client.end(get('/wait'))
        await slow.until(() => slow.requests.length === 1)
        // The half-close arrives before the request of a later connection.
        await send(await slow.connect(), get('/1'))
        slow.released.resolve()
        assert.match(await text, /response to \/wait$/)
      })

      test('ends after the responses to all earlier requests', async () => {
        for (const last of ['/2', '/odd']) {
          const slow = new TestServer({})
          await slow.start(hasFastLane)
          const client = await slow.connect()
          const text = textOf(client)
          client.write(get('/wait'))
          client.end(get(last))
          await slow.until(() => slow.requests.length > 0)
          await send(await slow.connect(), get('/1'))
          slow.released.resolve()
          assert.match(await text, new RegExp(`response to /wait[^]*response to ${last}$`))
        }
      })

      test('ends with its event stream if the client half-closes', async () => {
        const client = await server.current.connect()
        server.current.events.write('first')
        await send(client, get('/events'))
        const ended = textOf(client)
        client.end()
        await ended
        assert.ok(server.current.events.destroyed)
      })

      test('ends if the client sends nothing', async () => {
        const client = await server.current.connect()
        const text = textOf(client)
        client.end()
        assert.equal(await text, '')
      })
    })

    describe('of a slow client', () => {
      const timed = serverWith({ headTime: 40 })
      const manual = serverWith({})
      const lenient = serverWith(anyProgress)

      test('closes if no request arrives', async () => {
        await textOf(await timed.current.connect())
      })

      test('closes if the head of a request is incomplete, even while bytes arrive', async () => {
        const client = await timed.current.connect()
        const sending = setInterval(() => client.write('x'), 5)
        client.write('GET /1 HTTP/1.1\r\nX: ')
        await textOf(client)
        clearInterval(sending)
      })

      test('closes if the head of a later request is incomplete', async () => {
        // The first request has to arrive in time, also on a busy machine.
        const server = new TestServer({ headTime: 1_000 })
        await server.start(hasFastLane)
        const client = await server.connect()
        await send(client, get('/1'))
        client.write('GET /2 HTT')
        await textOf(client)
      })

      test('closes without a manual check if a body stalls', async () => {
        const server = new TestServer({ stallTime: 40 })
        await server.start(hasFastLane)
        const client = await server.connect()
        client.write(`${post('/read', 1000)}abc`)
        await textOf(client)
      })

      test('closes if a body arrives in single bytes', async () => {
        const client = await manual.current.connect()
        const { requests } = manual.current
        const earlier = requests.length
        client.write(`${post('/read', 1000)}abc`)
        await manual.current.until(() => requests.length > earlier)
        for (let count = 0; count < checksOfWindow; count++) {
          client.write('x')
          manual.current.check(1)
        }
        await textOf(client)
        assert.ok(requests.at(-1)?.isGone())
      })

      test('stays open while a body makes progress', async () => {
        const client = await lenient.current.connect()
        const length = 3 * checksOfWindow
        const received = once(client, 'data')
        client.write(post('/read', length))
        for (let count = 0; count < length; count++) {
          client.write('x')
          // The response shows that the server has run a turn of its event loop.
          await send(await lenient.current.connect(), get('/1'))
          lenient.current.check(1)
        }
        const [response] = (await received) as [Buffer]
        assert.match(response.toString(), /x{15}$/)
      })

      test('stays open while the server does not read the body yet or computes a response', async () => {
        const server = new TestServer({})
        await server.start(hasFastLane)
        const [sender, waiter] = [await server.connect(), await server.connect()]
        sender.write(post('/later', 3))
        waiter.write(get('/wait'))
        await server.until(() => server.requests.length === 2)
        server.check(3 * checksOfWindow)
        const responses = Promise.all([once(sender, 'data'), once(waiter, 'data')])
        server.released.resolve()
        sender.write('abc')
        assert.match(String(await responses), /abc[^]*response to \/wait/)
      })

      test('closes if a rejected body does not end', async () => {
        const client = await manual.current.connect()
        assert.match(await send(client, post('/unread', 1_000_000_000)), / 401 /)
        for (let count = 0; count < checksOfWindow; count++) {
          client.write('x'.repeat(100_000))
          manual.current.check(1)
        }
        await textOf(client)
      })

      test('closes if the client does not read the response', async () => {
        const client = (await manual.current.connect()).pause()
        const { requests } = manual.current
        const earlier = requests.length
        client.write(get('/large'))
        await manual.current.until(() => {
          manual.current.check(1)
          return requests.length > earlier && requests.at(-1)?.isGone() === true
        })
      })

      test('closes if it has the oldest unread response and unread responses take too much memory', async () => {
        const server = new TestServer({ unreadBytes: 2.5 * large.length })
        await server.start(hasFastLane)
        const clients: Socket[] = []
        for (const count of [1, 2, 3]) {
          const client = await server.connect()
          clients.push(client)
          client.write(get('/large'))
          await once(client, 'readable')
          await server.until(() => server.requests.length === count)
        }
        const [first, second, third] = server.requests
        await server.until(() => first?.isGone() === true)
        assert.deepEqual([second?.isGone(), third?.isGone()], [false, false])
        const texts = await Promise.all(
          clients.slice(1).map(async (client) => {
            const text = textOf(client)
            client.write(get('/odd', 'Connection: close\r\n'))
            return text
          }),
        )
        for (const text of texts) {
          assert.ok(text.length > large.length)
          assert.match(text.slice(-1000), /response to \/odd$/)
        }
      })

      test('stays open while the client reads a response slowly', async () => {
        const client = (await lenient.current.connect()).pause()
        client.write(get('/large'))
        let bytes = 0
        for (let count = 0; count < 3 * checksOfWindow; count++) {
          // The buffers of the operating system hold more than the first read.
          for (const until = bytes + 1_000_000; bytes < until;) {
            await once(client, 'readable')
            bytes += (client.read() as Buffer | null)?.length ?? 0
          }
          lenient.current.check(1)
        }
        client.on('data', (chunk) => (bytes += chunk.length))
        await lenient.current.until(() => bytes > large.length)
      })

      test('stays open while an event stream has no events', async () => {
        const { current: server } = manual
        const client = await server.connect()
        server.events.write('first')
        assert.match(await send(client, get('/events')), / 200 /)
        server.check(3 * checksOfWindow)
        const next = once(client, 'data')
        server.events.write('second')
        assert.match(String(await next), /second/)
        server.events.end()
      })
    })

    describe('at the limit', () => {
      test('is replaced by a new one if it is idle for the longest time', async () => {
        const server = new TestServer({ max: 2 })
        await server.start(hasFastLane)
        const [first, second] = [await server.connect(), await server.connect()]
        await send(second, get('/2'))
        await send(first, get('/1'))
        const ended = textOf(second)
        const third = await server.connect()
        assert.match(await send(third, get('/3')), /response to \/3/)
        await ended
        assert.match(await send(first, get('/1')), /response to \/1/)
      })

      test('is not replaced while a request is in progress', async () => {
        const server = new TestServer({ max: 1 })
        await server.start(hasFastLane)
        const waiter = await server.connect()
        waiter.write(get('/wait'))
        await server.until(() => server.requests.length === 1)
        const refused = await server.connect()
        await textOf(refused)
        const response = once(waiter, 'data')
        server.released.resolve()
        assert.match(String(await response), /response to \/wait/)
        await send(waiter, get('/1'))
        assert.match(await send(await server.connect(), get('/2')), /response to \/2/)
      })
    })
  })
}
