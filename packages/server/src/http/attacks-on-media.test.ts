/** Attacks A8, A11, A12 and A14: hostile files, file names, senders and multipart bodies. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { before, describe, it } from 'node:test'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { eventually } from '../testing/eventually.ts'
import { hostileUploads } from '../testing/hostile-uploads.ts'
import { mediaBench } from '../testing/media-bench.ts'
import { formOf, servedAt, traces, upload } from '../testing/upload.ts'

testApps('attacks on media', (freshApp) => {
  let app: TestApp
  let key = ''
  let url = ''
  let assertWell: () => Promise<void>

  before(async () => {
    ;({ app, key, url, assertWell } = await mediaBench(await freshApp()))
  })

  describe('A8: browsers do not run uploaded files', () => {
    for (const { filename, type, bytes, isShown } of hostileUploads) {
      it(`serves ${filename} sent as ${type} as inert data`, async () => {
        const response = await upload(app, key, formOf(bytes, filename, type))
        assert.equal(response.status, 200, response.text)
        for (const query of ['', '?format=webp', '?width=10']) {
          const { headers, status: found } = await fetch(servedAt(app, response) + query)
          // An image with trailing data is either served as an image or rejected.
          if (isShown === true && found === 400) continue
          assert.equal(found, 200)
          assert.equal(headers.get('x-content-type-options'), 'nosniff')
          assert.match(headers.get('content-security-policy') ?? '', /(^|; )sandbox(;|$)/)
          assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/)
          const disposition = isShown === true ? /^inline;/ : /^attachment;/
          assert.match(headers.get('content-disposition') ?? '', disposition)
          assert.doesNotMatch(headers.get('content-type') ?? '', /html|xml(?!$)|javascript|text/)
        }
      })
    }
  })

  describe('A11: file names do not traverse folders', () => {
    const names = [
      '../../../etc/passwd',
      '..\\..\\boot.ini',
      '/etc/passwd',
      'C:\\x.txt',
      'a/b/c.txt',
      '..',
      '.',
      '.htaccess',
      'CON',
      'nul.txt',
      'a\u0000b',
      'a%2f..%2fb',
      'x'.repeat(5000),
      `${'海'.repeat(300)}.png`,
      '\u202egnp.exe',
      ' ',
      'a?b#c&d',
      "q'uote",
      'semi;colon',
      '-rf',
      '~',
      '$HOME',
      'a\r\nSet-Cookie: x=y',
    ]
    for (const name of names) {
      it(`stores a file named ${JSON.stringify(name.slice(0, 40))}`, async () => {
        const body = `--b\r\nContent-Disposition: form-data; name="file"; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}\r\n\r\nx\r\n--b--`
        const headers = { 'content-type': 'multipart/form-data; boundary=b' }
        const response = await upload(app, key, body, { headers })
        assert.equal(response.status, 200, response.text)
        const location = new URL(response.headers.get('location') ?? '')
        assert.equal(location.pathname.split('/').length, 7)
        assert.doesNotMatch(decodeURIComponent(location.pathname), /[\\\p{Cc}]|\/\.\.?\//u)
        const served = await fetch(servedAt(app, response))
        assert.deepEqual([served.status, await served.text()], [200, 'x'])
        assert.equal(served.headers.get('set-cookie'), null)
      })
    }

    it('returns 400 or 404 to URLs with path traversal', async () => {
      const { pathname } = new URL(url)
      const start = pathname.slice(0, pathname.lastIndexOf('/'))
      for (const path of [
        `${start}/..%2fphoto.jpg`,
        `${start}%2fphoto.jpg`,
        `${start}/../_/photo.jpg%00`,
        `${start}/%2e%2e/%2e%2e/%2e%2e/etc/passwd`,
        `${start}/..%5c..%5cphoto.jpg`,
        '/..%2f..%2f..%2fetc%2fpasswd',
        '/media/ab',
        '/incoming',
        `${start}/photo.jpg%2f`,
        `${start}/photo%252ejpg`,
      ]) {
        const response = await raw(
          `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
          app.addresses.assets,
        )
        assert.match(response, /^HTTP\/1.1 (404|400) /, path)
        assert.match(response, /\{"status":"40[04]","code":"(Not Found|BadRequest)"\}$/)
      }
    })
  })

  /** Sends raw bytes and returns the complete response. */
  function raw(bytes: string, address: string): Promise<string> {
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    socket.write(bytes, 'latin1')
    return text(socket)
  }

  describe('A12: bodies are not read without permission', () => {
    const rows: [
      what: string,
      settings: Parameters<TestApp['createKey']>[0] | null,
      query: string,
      status: number,
    ][] = [
      ['no key', null, '', 401],
      ['a key without permission', { writesMedia: false }, '', 403],
      ['a key of another space', { spaceIds: [2] }, '', 403],
      ['a space that does not exist', {}, '?space=nowhere', 400],
      ['a language that does not exist', {}, '?alt[xx]=1', 400],
    ]
    for (const [what, settings, query, expected] of rows) {
      it(`returns ${expected} for ${what}`, async () => {
        const sender = settings === null ? 'none' : await app.createKey(settings)
        const earlier = await traces(app)
        const head = `POST /v1/media${query} HTTP/1.1\r\nHost: x\r\nX-SERVICE-API-KEY: ${sender}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`
        const response = await raw(head, app.addresses.api)
        assert.match(response, new RegExp(`^HTTP/1.1 ${expected} `))
        assert.deepEqual(await traces(app), earlier)
      })
    }

    it('returns 429 beyond the rate limit', async () => {
      const sender = await app.createKey({ writeLimit: 1 })
      assert.equal((await upload(app, sender, formOf(Buffer.from('1')))).status, 200)
      const earlier = await traces(app)
      assert.equal((await upload(app, sender, formOf(Buffer.from('2')))).status, 429)
      assert.deepEqual(await traces(app), earlier)
    })
  })

  describe('A14: malformed multipart bodies', () => {
    const head = (length: number, boundary = 'b'): string =>
      `POST /v1/media HTTP/1.1\r\nHost: x\r\nX-SERVICE-API-KEY: ${key}\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${length}\r\n`
    const start = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'

    it('leaves no files after an aborted upload', async () => {
      const earlier = await traces(app)
      const bodies = [
        '',
        '--',
        '--b\r\n',
        start.slice(0, 30),
        start,
        start + 'x'.repeat(200_000),
        `${start}x\r\n--b`,
      ]
      for (const body of bodies) {
        const socket = connect(Number(new URL(app.addresses.api).port), '127.0.0.1')
        socket.on('error', () => {})
        await new Promise<void>((resolve) => {
          socket.write(`${head(1_000_000)}\r\n${body}`, 'latin1', () => resolve())
        })
        const incoming = async (): Promise<number> => (await traces(app)).incoming.length
        // The server begins to write to disk when the head of the file has arrived.
        if (body.startsWith(start)) await eventually(async () => (await incoming()) > 0)
        socket.destroy()
        await eventually(async () => (await incoming()) === 0)
      }
      assert.deepEqual(await traces(app), earlier)
      await assertWell()
    })

    const broken: [what: string, body: string][] = [
      ['another boundary', '--c\r\n\r\nx\r\n--c--'],
      [
        'an empty name',
        '--b\r\nContent-Disposition: form-data; name=""; filename="a"\r\n\r\nx\r\n--b--',
      ],
      ['no closing boundary', `${start}x`],
      ['too many headers', `--b\r\n${'a: b\r\n'.repeat(10_000)}`],
      [
        '10,000 parts',
        '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n'.repeat(10_000),
      ],
      [
        'a file and 10,000 parts',
        `${start}x\r\n${'--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n'.repeat(10_000)}`,
      ],
      [
        'a prototype for a name',
        '--b\r\nContent-Disposition: form-data; name="__proto__"; filename="a"\r\n\r\nx\r\n--b--',
      ],
    ]
    for (const [what, body] of broken) {
      it(`rejects ${what}`, async () => {
        const earlier = await traces(app)
        const response = await raw(
          `${head(body.length)}Connection: close\r\n\r\n${body}`,
          app.addresses.api,
        )
        assert.match(response, /^HTTP\/1.1 400 /)
        assert.deepEqual(await traces(app), earlier)
        await assertWell()
      })
    }

    it('rejects a file of one byte more than the limit', async () => {
      const earlier = await traces(app)
      const limit = app.deps.mediaLimits.uploadBytes
      const response = await upload(app, key, formOf(new Uint8Array(limit + 1)))
      assert.equal(response.status, 400)
      assert.deepEqual(await traces(app), earlier)
      // Without a Content-Length, the server detects the size only while it reads.
      const whole = Buffer.concat([
        Buffer.from(start),
        Buffer.alloc(limit + 1),
        Buffer.from('\r\n--b--'),
      ])
      const chunked = await fetch(`${app.addresses.api}/v1/media`, {
        method: 'POST',
        headers: { 'X-SERVICE-API-KEY': key, 'content-type': 'multipart/form-data; boundary=b' },
        body: ReadableStream.from([whole.subarray(0, 1_000_000), whole.subarray(1_000_000)]),
        duplex: 'half',
      })
      assert.equal(chunked.status, 400)
      assert.deepEqual(await traces(app), earlier)
      const exactly = await upload(app, key, formOf(new Uint8Array(limit)))
      assert.equal(exactly.status, 200)
    })
  })
})
