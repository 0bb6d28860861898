/** Effects of the public addresses: the allowed hosts, and HSTS. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, it } from 'node:test'
import { startApp, type TestApp } from '../testing/app-factory.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { formOf, servedAt, upload } from '../testing/upload.ts'
import { writeRoot } from '../testing/write-root.ts'

onBothDatabases('a server with public addresses', (fresh) => {
  let app: TestApp
  let asset = ''
  const ending: (() => Promise<void>)[] = []
  /** Path, port and headers by name. */
  const requests = new Map<string, [path: string, port: string, headers: string]>()

  async function start(baseUrl: string, assetsUrl: string): Promise<TestApp> {
    const { store } = await fresh()
    const { testApp, end } = await startApp(store, {
      baseUrl,
      assetsUrl,
      allowedHosts: ['octavo'],
    })
    ending.push(end)
    return testApp
  }

  before(async () => {
    app = await start('https://cms.example/v1', 'https://assets.example')
    await app.applyTestSchema(writeRoot)
    const [reader, writer] = [await app.createKey({ reads: 'published' }), await app.createKey()]
    const file = await upload(app, writer, formOf(Buffer.from('hello')))
    asset = new URL(servedAt(app, file)).pathname
    const { port } = new URL(app.addresses.api)
    const { port: assetsPort } = new URL(app.addresses.assets)
    const key = `X-SERVICE-API-KEY: ${reader}\r\n`
    const lanes = [
      ['fast lane', ''],
      ['HTTP server', 'If-None-Match: "x"\r\n'],
    ] as const
    for (const [lane, more] of lanes) {
      requests.set(`a read, ${lane}`, ['/v1/contents', port, key + more])
      requests.set(`a wrong key, ${lane}`, ['/v1/contents', port, more])
      requests.set(`an asset, ${lane}`, [asset, assetsPort, more])
    }
    requests.set('health', ['/health', port, ''])
    requests.set('the web app', ['/', port, ''])
    requests.set('no such path', ['/v1/nothing', port, ''])
    requests.set('no such asset', ['/nothing', assetsPort, ''])
    requests.set('an absolute URL', ['http://HOST/v1/contents', port, key])
    requests.set('a malformed path', ['/v1/contents/%zz', port, ''])
  })
  after(async () => {
    for (const end of ending) await end()
  })

  /** Sends the request twice on one connection, so that the second response may be cached. */
  async function responsesTo(name: string, host: string): Promise<string[]> {
    const [path = '', port, headers = ''] = requests.get(name) ?? []
    const head = `GET ${path.replace('HOST', host)} HTTP/1.1\r\nHost: ${host}\r\n${headers}`
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(`${head}\r\n`)
    const all = text(socket)
    socket.once('data', () => socket.write(`${head}Connection: close\r\n\r\n`))
    return (await all).split(/(?=HTTP\/1\.1 \d)/)
  }

  it('accepts its own host names, and sends HSTS', async () => {
    for (const name of requests.keys()) {
      for (const host of ['cms.example', 'assets.example:443', 'octavo:4000', '127.0.0.1']) {
        const responses = await responsesTo(name, host)
        assert.equal(responses.length, 2)
        for (const response of responses) {
          assert.doesNotMatch(response, /OCTAVO_ALLOWED_HOSTS/, `${name} at ${host}`)
          const hsts = response.match(/strict-transport-security: .*\r\n/gi)
          assert.deepEqual(hsts, ['strict-transport-security: max-age=31536000\r\n'], response)
        }
      }
    }
  })

  it('rejects requests with another host, cached or not', async () => {
    for (const name of requests.keys()) {
      if (name === 'a malformed path') continue
      const responses = await responsesTo(name, 'evil.example')
      assert.equal(responses.length, 2)
      for (const response of responses) {
        assert.match(response, /^HTTP\/1\.1 400 [^]*"message":".*OCTAVO_ALLOWED_HOSTS"}$/, name)
      }
    }
  })

  it('does not send HSTS if its addresses use HTTP', async () => {
    const plain = await start('http://cms.example/v1', 'http://assets.example')
    for (const address of [`${plain.addresses.api}/health`, plain.addresses.assets]) {
      const { headers } = await fetch(address)
      assert.equal(headers.get('strict-transport-security'), null)
    }
  })
})
