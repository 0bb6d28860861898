/** A read or write on the fast lane is the same as one that goes through the HTTP server. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { before, it } from 'node:test'
import { testApps, type TestApp } from '../../testing/app-factory.ts'
import { writeRoot } from '../../testing/write-root.ts'

interface Heard {
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

  /** Sends text in one piece and reads one answer. */
  async function ask(socket: Socket, text: string): Promise<Heard> {
    socket.write(text, 'latin1')
    const chunks: Buffer[] = []
    for (;;) {
      const [chunk] = (await once(socket, 'data')) as [Buffer]
      const all = Buffer.concat([...chunks.splice(0), chunk])
      chunks.push(all)
      const heard = heardIn(all)
      if (heard) return heard
    }
  }

  function heardIn(all: Buffer): Heard | undefined {
    const end = all.indexOf('\r\n\r\n')
    if (end === -1) return undefined
    const [line = '', ...fields] = all.toString('latin1', 0, end).split('\r\n')
    const headers = new Map<string, string>()
    for (const field of fields) {
      const name = field.slice(0, field.indexOf(':')).toLowerCase()
      assert.ok(!headers.has(name), `${name} comes twice`)
      headers.set(name, field.slice(field.indexOf(':') + 1).trim())
    }
    const body = all.subarray(end + 4)
    return body.length === Number(headers.get('content-length') ?? 0)
      ? { line, headers, body }
      : undefined
  }

  /** The first of several answers, where it is there as a whole. */
  function firstIn(all: Buffer): { heard: Heard; length: number } | undefined {
    const end = all.indexOf('\r\n\r\n')
    const told = /content-length: (\d+)/i.exec(all.toString('latin1', 0, end))?.[1]
    const length = end + 4 + Number(told)
    const heard = all.length < length ? undefined : heardIn(all.subarray(0, length))
    return heard && { heard, length }
  }

  async function open(): Promise<Socket> {
    const socket = connect(port, '127.0.0.1').setNoDelay(true)
    await once(socket, 'connect')
    return socket
  }

  /** What is of the moment and of the connection. */
  const passing = ['date', 'age', 'connection', 'keep-alive', 'x-cache', 'ratelimit', 'retry-after']
  function lasting({ line, headers, body }: Heard): unknown {
    const kept = [...headers].filter(([name]) => !passing.includes(name))
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
    it(`answers a ${name} key as the HTTP server does`, async () => {
      for (const more of [
        '',
        'Accept-Encoding: gzip\r\n',
        'Accept: application/problem+json\r\n',
      ]) {
        for (const path of paths()) {
          const lane = await open()
          const plain = await ask(lane, head(path, keys[name], more))
          const again = await ask(lane, head(path, keys[name], more))
          // A condition that does not hold is not plain, and takes the connection with it.
          const slow = await ask(lane, head(path, keys[name], `If-None-Match: "x"\r\n${more}`))
          assert.deepEqual(lasting(plain), lasting(slow), path)
          assert.deepEqual(lasting(again), lasting(slow), path)
          lane.destroy()
        }
      }
    })
  }

  it('answers the same to a path that is written in another way, first and again', async () => {
    const lane = await open()
    const direct = await ask(lane, head('/contents?limit=3', keys.published))
    lane.destroy()
    for (const start of ['/%761', 'http://x/v1', 'http://x/%76%31']) {
      const socket = await open()
      const request = head('/contents?limit=3', keys.published).replace('/v1', start)
      for (const count of ['first', 'again']) {
        const heard = await ask(socket, request)
        assert.deepEqual(withoutEtag(heard), withoutEtag(direct), `${start} ${count}`)
      }
      socket.destroy()
    }
  })

  /** Each way of writing a path has an ETag of its own. */
  function withoutEtag({ headers, ...heard }: Heard): unknown {
    const kept = [...headers].filter(([name]) => name !== 'etag')
    return lasting({ ...heard, headers: new Map(kept) })
  }

  const write = (method: string, path: string, body: string, more = ''): string =>
    `${method} /v1${path} HTTP/1.1\r\nHost: x\r\nX-SERVICE-API-KEY: ${keys.draft}\r\nContent-Length: ${Buffer.byteLength(body, 'latin1')}\r\n${more}\r\n${body}`

  it('writes as the HTTP server does, and refuses the same', async () => {
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
    const unnumbered = (heard: Heard): unknown => {
      const body = Buffer.from(heard.body.toString().replace(/{"id":\d+}/, 'an id'))
      return lasting({ ...heard, body })
    }
    for (const more of ['', 'Accept: application/problem+json\r\n']) {
      for (const [method, path, body] of writes) {
        const lane = await open()
        const plain = await ask(lane, write(method, path, body, more))
        const again = await ask(lane, write(method, path, body, more))
        // A header that writes have no use for is not plain, and takes the connection with it.
        const slow = await ask(lane, write(method, path, body, `Range: bytes=0-\r\n${more}`))
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

  it('refuses wrong keys and too many requests as the HTTP server does', async () => {
    const lane = await open()
    const wrong = await ask(lane, head('/contents', `${keys.draft}x`))
    assert.match(wrong.line, / 401 /)
    assert.match((await ask(lane, head('/contents', keys.limited))).line, / 200 /)
    const many = await ask(lane, head('/contents', keys.limited))
    assert.match(many.line, / 429 /)
    assert.ok(Number(many.headers.get('retry-after')) > 0)
    const slow = await ask(lane, head('/contents', keys.limited, 'If-None-Match: "x"\r\n'))
    assert.deepEqual(lasting(many), lasting(slow))
    lane.destroy()
  })

  it('gives who reads slowly what was asked for, whatever others ask for meanwhile', async () => {
    const words = ['sea', 'hill', 'harbour', 'lantern']
    for (const word of words.flatMap((one) => Array<string>(4).fill(one))) {
      const fields = { title: word, lead: `${word} `.repeat(100_000 / word.length) }
      await app.call('POST', '/contents?model=article', { key: keys.draft, body: { fields } })
    }
    const path = (word: string): string => `/contents?model=article&title[eq]=${word}`
    const quick = await open()
    const expected = new Map<string, unknown>()
    for (const word of words) {
      expected.set(word, lasting(await ask(quick, head(path(word), keys.draft))))
    }
    const asked: string[] = []
    const slow = (await open()).pause()
    // More than the system takes off the hands of who sends it.
    for (let round = 0; round < 10; round++) {
      for (const word of words) {
        asked.push(word)
        slow.write(head(path(word), keys.draft))
        const other = words[(words.indexOf(word) + 1) % words.length] ?? ''
        const heard = await ask(quick, head(path(other), keys.draft))
        assert.deepEqual(lasting(heard), expected.get(other))
      }
    }
    const told: Heard[] = []
    let unread = Buffer.alloc(0)
    for await (const chunk of slow as AsyncIterable<Buffer>) {
      unread = Buffer.concat([unread, chunk])
      for (let next = firstIn(unread); next; next = firstIn(unread)) {
        told.push(next.heard)
        unread = unread.subarray(next.length)
      }
      if (told.length === asked.length) break
    }
    assert.deepEqual(
      told.map(lasting),
      asked.map((word) => expected.get(word)),
    )
    quick.destroy()
  })

  it('answers in order what comes before the answer to the request before', async () => {
    const lane = await open()
    lane.write(head(`/contents/${id}`, keys.draft))
    lane.write(head('/contents/999999', keys.draft, 'Connection: close\r\n'))
    let all = ''
    lane.on('data', (chunk) => (all += chunk.toString('latin1')))
    await once(lane, 'close')
    assert.match(all, /^HTTP\/1\.1 200 [^]*HTTP\/1\.1 404 /)
  })
})
