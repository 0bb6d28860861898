/** Targets that misbehave, with real servers on the loopback address. */
import type { ProblemCode } from '@octavo/schema/problems.ts'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import {
  BlockList,
  createServer as createRawServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net'
import { after, describe, it } from 'node:test'
import { FakeClock } from '../../testing/fake-clock.ts'
import { selfSigned } from '../../testing/self-signed.ts'
import { reasonOf } from './request-failed.ts'
import { createSender, type Incoming } from './send.ts'

const upgrade =
  'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
const allowed = new BlockList()
allowed.addSubnet('127.0.0.0', 8, 'ipv4')

describe('sending a request', () => {
  const clock = new FakeClock()
  const sender = createSender({ resolve: async () => ['127.0.0.1'], allowed, clock })
  const servers: (Server & { closeAllConnections(): void })[] = []
  after(async () => {
    sender.close()
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  })

  async function portOf(server: (typeof servers)[number]): Promise<number> {
    servers.push(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }

  async function target(respond: RequestListener): Promise<string> {
    return `http://127.0.0.1:${await portOf(createServer(respond))}/hook`
  }

  function send(url: string): Promise<Incoming> {
    const outgoing = { url: new URL(url), headers: {}, body: Buffer.from('{}') }
    return sender.send(outgoing, new AbortController().signal)
  }

  /** A server that reads the request and then does this. */
  async function rawTarget(respond: (socket: Socket) => void): Promise<string> {
    const server = createRawServer((socket) => void socket.once('data', () => respond(socket)))
    const closeAllConnections = (): void => {}
    const port = await portOf(Object.assign(server, { closeAllConnections }))
    return `http://127.0.0.1:${port}/hook`
  }

  it('fails with a reason', async () => {
    const secure = createSecureServer(selfSigned, (_, response) => response.end())
    const closed = createRawServer()
    const plain = await target((_, response) => response.end())
    const targets: [string, ProblemCode][] = [
      [`https://localhost:${await portOf(secure)}/`, 'targetCertificateSelfSigned'],
      [plain.replace('http:', 'https:'), 'targetTls'],
      [await rawTarget((socket) => socket.destroy()), 'targetCloses'],
      [await rawTarget((socket) => socket.end('hello\r\n\r\n')), 'targetHttp'],
      [await rawTarget((socket) => socket.write(upgrade)), 'targetHttp'],
      ['http://10.0.0.1/', 'targetPrivate'],
    ]
    closed.listen(0, '127.0.0.1')
    await once(closed, 'listening')
    targets.push([`http://127.0.0.1:${(closed.address() as AddressInfo).port}/`, 'targetRefuses'])
    closed.close()
    await once(closed, 'close')
    for (const [url, code] of targets) {
      const reason = await send(url).then(
        () => undefined,
        (error: unknown) => reasonOf(error, new URL(url).hostname),
      )
      assert.equal(reason?.code, code, `${url}: ${reason?.message}`)
    }
  })

  it('names the host that has no address', () => {
    const error = Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })
    assert.match(reasonOf(error, 'a.example').message, /host name a\.example has no address/)
    assert.equal(reasonOf(new Error('bad\0luck'), 'a.example').message, 'badluck')
  })

  it('ends after 15 seconds without a response', async () => {
    const arrived = Promise.withResolvers<void>()
    const url = await target(() => arrived.resolve())
    const sent = send(url)
    let isEnded = false
    const ended = assert
      .rejects(sent, { message: 'no response within 15 seconds' })
      .then(() => (isEnded = true))
    await arrived.promise
    await clock.advance(14_999)
    assert.equal(isEnded, false)
    await clock.advance(1)
    await ended
  })

  it('reads 64 KB of an endless response, then closes the connection', async () => {
    const closed = Promise.withResolvers<void>()
    const url = await target((_, response) => {
      const chunk = Buffer.alloc(16 * 1024, 'a')
      const write = (): void => void (response.write(chunk) && setImmediate(write))
      response.on('drain', write)
      response.on('close', () => closed.resolve())
      response.writeHead(200)
      write()
    })
    const { status, body } = await send(url)
    assert.equal(status, 200)
    assert.equal(body.length, 64 * 1024)
    await closed.promise
  })

  it('follows no redirect, and returns the status and Retry-After', async () => {
    const paths: (string | undefined)[] = []
    const url = await target(({ url: path }, response) => {
      paths.push(path)
      if (paths.length === 1) response.writeHead(302, { location: '/other' }).end()
      else response.writeHead(429, { 'retry-after': '7' }).end('later')
    })
    assert.equal((await send(url)).status, 302)
    assert.deepEqual(await send(url), { status: 429, retryAfter: '7', body: 'later' })
    assert.deepEqual(paths, ['/hook', '/hook'])
  })
})
