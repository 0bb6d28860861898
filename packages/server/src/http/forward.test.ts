/** Bodies without a known length arrive as they were sent, whatever the client and the connection are like. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { after, describe, it } from 'node:test'
import { forward } from './forward.ts'

const closing: (() => void)[] = []
after(() => closing.forEach((close) => close()))

/** Serves the bodies in turn. Returns the port, and the responses. */
async function serve(
  ...bodies: Readable[]
): Promise<{ port: number; responses: ServerResponse[] }> {
  const responses: ServerResponse[] = []
  const server = createServer((_, response) => {
    responses.push(response)
    forward(bodies.shift() ?? Readable.from([]), response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  return { port: (server.address() as AddressInfo).port, responses }
}

async function fetched(port: number): Promise<IncomingMessage> {
  const [response] = (await once(get({ port, host: '127.0.0.1' }), 'response')) as [IncomingMessage]
  return response
}

interface Reader {
  /** What has arrived, as soon as it has this length. */
  until(length: number): Promise<string>
  end: Promise<string>
}

function readerOf(response: IncomingMessage): Reader {
  let text = ''
  let onText = (): void => {}
  response.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
    onText()
  })
  return {
    until: (length) =>
      new Promise((resolve) => {
        onText = () => text.length >= length && resolve(text)
        onText()
      }),
    end: once(response, 'end').then(() => text),
  }
}

async function textOf(body: Readable): Promise<string> {
  return Buffer.concat(await body.toArray()).toString()
}

function endless(): Readable {
  return new Readable({ read() {} })
}

/** Everything that the server sends to these bytes. */
async function rawReply(port: number, request: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.write(request)
  return textOf(socket)
}

describe('a forwarded body', () => {
  it('arrives piece by piece, also if several responses share the pieces', async () => {
    const bodies = [endless(), endless()]
    const { port } = await serve(...bodies)
    const readers: Reader[] = []
    for (const body of bodies) {
      body.push('first\n')
      readers.push(readerOf(await fetched(port)))
    }
    let expected = 'first\n'
    for (const text of ['event: ä\n', 'x'.repeat(70_000), '\n']) {
      const shared = Buffer.from(text)
      expected += text
      for (const body of bodies) body.push(shared)
      for (const reader of readers) assert.equal(await reader.until(expected.length), expected)
    }
    for (const body of bodies) body.push(null)
    for (const reader of readers) assert.equal(await reader.end, expected)
  })

  it('waits for a client that reads slowly, and loses nothing', async () => {
    const body = endless()
    const { port } = await serve(body)
    body.push('start')
    const response = await fetched(port)
    response.pause()
    const pieces = Array.from({ length: 200 }, (_, index) => `${index} ${'.'.repeat(50_000)}\n`)
    // More than the buffers of the connection hold.
    for (const piece of pieces) body.push(piece)
    body.push(null)
    assert.equal(await textOf(response), `start${pieces.join('')}`)
  })

  it('follows an earlier response on the same connection', async () => {
    const [first, second] = [endless(), endless()]
    const { port, responses } = await serve(first, second)
    const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
    const last = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    const reply = rawReply(port, request + last)
    while (responses.length < 2) await new Promise((resolve) => setImmediate(resolve))
    second.push('second ')
    second.push('response')
    second.push(null)
    first.push('first ')
    first.push('response')
    first.push(null)
    const bodies = (await reply).split(/HTTP\/1\.1 200 OK\r\n/).slice(1)
    assert.deepEqual(bodies.map(bodyIn), ['first response', 'second response'])
  })

  it('has no chunks for HTTP/1.0, and no body for HEAD', async () => {
    const { port } = await serve(Readable.from(['one ', 'two'], { objectMode: false }))
    const old = await rawReply(port, 'GET / HTTP/1.0\r\n\r\n')
    assert.match(old, /\r\n\r\none two$/)
    const other = await serve(Readable.from(['one ', 'two'], { objectMode: false }))
    const head = 'HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    assert.match(await rawReply(other.port, head), /^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n$/)
  })
})

/** The chunks of a response without their sizes. */
function bodyIn(response: string): string {
  const [, chunks = ''] = response.split(/\r\n\r\n(.*)/s)
  let [body, rest] = ['', chunks]
  for (;;) {
    const [, size = '', more = ''] = /^([0-9a-f]+)\r\n(.*)$/s.exec(rest) ?? []
    const length = Number.parseInt(size, 16)
    if (!(length > 0)) return body
    body += more.slice(0, length)
    assert.equal(more.slice(length, length + 2), '\r\n')
    rest = more.slice(length + 2)
  }
}
