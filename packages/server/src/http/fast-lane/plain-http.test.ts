/** Reads and writes on the fast lane get the same responses as those through the HTTP server. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { before, it } from 'node:test'
import { testApps, type TestApp } from '../../testing/app-factory.ts'
import { writeRoot } from '../../testing/write-root.ts'

interface ParsedResponse {
  line: string
  headers: Map<string, string>
  body: Buffer
}

testApps('a plain request', (freshApp) => {
  let app: TestApp
  let port = 0
  let keys: Record<'published' | 'draft' | 'limited', string>
  let id = 0

  before(async () => {
    app = await freshApp()
    await app.applyTestSchema(writeRoot)
    keys = {
      published: await app.createKey({ reads: 'published' }),
      draft: await app.createKey(),
      limited: await app.createKey({ readLimit: 1 }),
    }
    port = Number(new URL(app.addresses.api).port)
    const made = await app.call('POST', '/contents?model=article&published=true', {
      key: keys.draft,
      body: { fields: { title: 'Sea 海', lead: 'long '.repeat(5000) } },
    })
    id = (made.json as { id: number }).id
  })

  const head = (path: string, key: string, more = ''): string =>
    `GET /v1${path} HTTP/1.1\r\nHost: x\r\nX-SERVICE-API-KEY: ${key}\r\n${more}\r\n`

  /** Sends text in one chunk and reads one response. */
  async function send(socket: Socket, text: string): Promise<ParsedResponse> {
    socket.write(text, 'latin1')
    const chunks: Buffer[] = []
    for (;;) {
      const [chunk] = (await once(socket, 'data')) as [Buffer]
      const all = Buffer.concat([...chunks.splice(0), chunk])
      chunks.push(all)
      const response = parseResponse(all)
      if (response) return response
    }
  }

  function parseResponse(all: Buffer): ParsedResponse | undefined {
    const end = all.indexOf('\r\n\r\n')
    if (end === -1) return undefined
    const [line = '', ...fields] = all.toString('latin1', 0, end).split('\r\n')
    const headers = new Map<string, string>()
    for (const field of fields) {
      const name = field.slice(0, field.indexOf(':')).toLowerCase()
      assert.ok(!headers.has(name), `${name} is repeated`)
      headers.set(name, field.slice(field.indexOf(':') + 1).trim())
    }
    const body = all.subarray(end + 4)
    return body.length === Number(headers.get('content-length') ?? 0)
      ? { line, headers, body }
      : undefined
  }

  /** The first of several responses, if it is complete. */
  function parseFirst(all: Buffer): { response: ParsedResponse; length: number } | undefined {
    const end = all.indexOf('\r\n\r\n')
    const bodyLength = /content-length: (\d+)/i.exec(all.toString('latin1', 0, end))?.[1]
    const length = end + 4 + Number(bodyLength)
    const response = all.length < length ? undefined : parseResponse(all.subarray(0, length))
    return response && { response, length }
  }

  async function open(): Promise<Socket> {
    const socket = connect(port, '127.0.0.1').setNoDelay(true)
    await once(socket, 'connect')
    return socket
  }

  /** Headers that differ between equal responses. */
  const varying = ['date', 'age', 'connection', 'keep-alive', 'x-cache', 'ratelimit', 'retry-after']
  function comparable({ line, headers, body }: ParsedResponse): unknown {
    const kept = [...headers].filter(([name]) => !varying.includes(name))
    return { line, headers: Object.fromEntries(kept), body: body.toString('latin1') }
  }

  const paths = (): string[] => [
    '/contents',
    '/contents?model=article&limit=1&depth=2',
    `/contents/${id}`,
    `/contents/${id}?select=title&include=_next`,
    '/contents/999999',
    '/contents/nothing',
    '/contents?nothing[eq]=1&limit=0',
    '/contents?contains=%E6%B5%B7',
  ]

  for (const name of ['published', 'draft'] as const) {
    it(`responds to a ${name} key like the HTTP server`, async () => {
      for (const more of [
        '',
        'Accept-Encoding: gzip\r\n',
        'Accept: application/problem+json\r\n',
      ]) {
        for (const path of paths()) {
          const lane = await open()
          const plain = await send(lane, head(path, keys[name], more))
          const again = await send(lane, head(path, keys[name], more))
          // A conditional request moves the connection to the HTTP server.
          const slow = await send(lane, head(path, keys[name], `If-None-Match: "x"\r\n${more}`))
          assert.deepEqual(comparable(plain), comparable(slow), path)
          assert.deepEqual(comparable(again), comparable(slow), path)
          lane.destroy()
        }
      }
    })
  }

  it('returns the same response for other spellings of a path, uncached and cached', async () => {
    const lane = await open()
    const direct = await send(lane, head('/contents?limit=3', keys.published))
    lane.destroy()
    for (const start of ['/%761', 'http://x/v1', 'http://x/%76%31']) {
      const socket = await open()
      const request = head('/contents?limit=3', keys.published).replace('/v1', start)
      for (const count of ['first', 'again']) {
        const response = await send(socket, request)
        assert.deepEqual(withoutEtag(response), withoutEtag(direct), `${start} ${count}`)
      }
      socket.destroy()
    }
  })

  /** Each spelling of a path has its own ETag. */
  function withoutEtag({ headers, ...response }: ParsedResponse): unknown {
    const kept = [...headers].filter(([name]) => name !== 'etag')
    return comparable({ ...response, headers: new Map(kept) })
  }

  const write = (method: string, path: string, body: string, more = ''): string =>
    `${method} /v1${path} HTTP/1.1\r\nHost: x\r\nX-SERVICE-API-KEY: ${keys.draft}\r\nContent-Length: ${Buffer.byteLength(body, 'latin1')}\r\n${more}\r\n${body}`

  it('accepts and rejects writes like the HTTP server', async () => {
    const writes: [method: string, path: string, body: string][] = [
      ['POST', '/contents?model=article', '{"fields":{"title":"Hill"}}'],
      ['POST', '/contents?model=article&published=true', '{"fields":{}}'],
      ['POST', '/contents?model=nothing', '{"fields":{"title":"Hill"}}'],
      ['POST', '/contents?model=article', '{"fields":'],
      ['POST', '/contents?model=article', '"\xff"'],
      ['PUT', `/contents/${id}?model=article`, '{"fields":{"title":"Sea again"}}'],
      ['PATCH', `/contents/${id}`, '{"fields":{"title":"Sea once more"}}'],
      ['PATCH', '/contents/999999', '{"fields":{"title":"Sea"}}'],
      ['DELETE', '/contents/999999', '{}'],
    ]
    const unnumbered = (response: ParsedResponse): unknown => {
      const body = Buffer.from(response.body.toString().replace(/{"id":\d+}/, 'an id'))
      // A later id can have more digits.
      const length = Number(response.headers.get('content-length')) - response.body.length
      const headers = new Map(response.headers).set('content-length', String(length + body.length))
      return comparable({ ...response, headers, body })
    }
    for (const more of ['', 'Accept: application/problem+json\r\n']) {
      for (const [method, path, body] of writes) {
        const lane = await open()
        const plain = await send(lane, write(method, path, body, more))
        const again = await send(lane, write(method, path, body, more))
        // A Range header, which writes ignore, moves the connection to the HTTP server.
        const slow = await send(lane, write(method, path, body, `Range: bytes=0-\r\n${more}`))
        assert.deepEqual(unnumbered(plain), unnumbered(slow), `${method} ${path}`)
        assert.deepEqual(unnumbered(again), unnumbered(slow), `${method} ${path}`)
        lane.destroy()
      }
    }
    const found = await app.call('GET', '/contents?model=article&title[eq]=Hill', {
      key: keys.draft,
    })
    assert.equal((found.json as { total: number }).total, 2 * 3)
  })

  it('rejects wrong keys and too many requests like the HTTP server', async () => {
    const lane = await open()
    const wrong = await send(lane, head('/contents', `${keys.draft}x`))
    assert.match(wrong.line, / 401 /)
    assert.match((await send(lane, head('/contents', keys.limited))).line, / 200 /)
    const many = await send(lane, head('/contents', keys.limited))
    assert.match(many.line, / 429 /)
    assert.ok(Number(many.headers.get('retry-after')) > 0)
    const slow = await send(lane, head('/contents', keys.limited, 'If-None-Match: "x"\r\n'))
    assert.deepEqual(comparable(many), comparable(slow))
    lane.destroy()
  })

  it('sends slow clients the right responses while other clients send requests', async () => {
    const words = ['sea', 'hill', 'harbour', 'lantern']
    for (const word of words.flatMap((one) => Array<string>(4).fill(one))) {
      const fields = { title: word, lead: `${word} `.repeat(100_000 / word.length) }
      await app.call('POST', '/contents?model=article', { key: keys.draft, body: { fields } })
    }
    const path = (word: string): string => `/contents?model=article&title[eq]=${word}`
    const quick = await open()
    const expected = new Map<string, unknown>()
    for (const word of words) {
      expected.set(word, comparable(await send(quick, head(path(word), keys.draft))))
    }
    const requested: string[] = []
    const slow = (await open()).pause()
    // More data than the operating system buffers.
    for (let round = 0; round < 10; round++) {
      for (const word of words) {
        requested.push(word)
        slow.write(head(path(word), keys.draft))
        const other = words[(words.indexOf(word) + 1) % words.length] ?? ''
        const response = await send(quick, head(path(other), keys.draft))
        assert.deepEqual(comparable(response), expected.get(other))
      }
    }
    const received: ParsedResponse[] = []
    let unread = Buffer.alloc(0)
    for await (const chunk of slow as AsyncIterable<Buffer>) {
      unread = Buffer.concat([unread, chunk])
      for (let next = parseFirst(unread); next; next = parseFirst(unread)) {
        received.push(next.response)
        unread = unread.subarray(next.length)
      }
      if (received.length === requested.length) break
    }
    assert.deepEqual(
      received.map(comparable),
      requested.map((word) => expected.get(word)),
    )
    quick.destroy()
  })

  it('responds in order to requests that arrive before the previous response', async () => {
    const lane = await open()
    lane.write(head(`/contents/${id}`, keys.draft))
    lane.write(head('/contents/999999', keys.draft, 'Connection: close\r\n'))
    let all = ''
    lane.on('data', (chunk) => (all += chunk.toString('latin1')))
    await once(lane, 'close')
    assert.match(all, /^HTTP\/1\.1 200 [^]*HTTP\/1\.1 404 /)
  })
})
