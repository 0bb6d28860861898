/** Headers and status of responses: validators, limits, caching, compression. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { releaseBuffer, responseBuffer } from '../delivery/render.ts'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { writeRoot } from '../testing/write-root.ts'

const wrong = ['depth', 'lang', 'model', 'nothing[eq]', 'tag']

testApps('responses', (freshApp, kind) => {
  let app: TestApp
  let key = ''
  let id = 0

  before(async () => {
    app = await freshApp()
    await app.applyTestSchema(writeRoot)
    key = await app.createKey()
    id = await create({ title: 'Sea', lead: 'long '.repeat(1000) })
  })

  async function create(fields: unknown): Promise<number> {
    const path = '/contents?model=article&published=true'
    const { status, json } = await app.call('POST', path, { key, body: { fields } })
    assert.equal(status, 200)
    return (json as { id: number }).id
  }

  it('returns an ETag, and 304 if If-None-Match contains it', async () => {
    for (const path of ['/contents', `/contents/${id}`]) {
      const first = await app.call('GET', path, { key })
      const etag = first.headers.get('etag') ?? ''
      assert.match(etag, /^"[\w.-]+"$/)
      const again = await app.call('GET', path, {
        key,
        headers: { 'If-None-Match': `"x", W/${etag}` },
      })
      assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', etag])
      const other = await app.call('GET', path, { key, headers: { 'If-None-Match': '"x"' } })
      assert.equal(other.status, 200)
      const head = await app.call('HEAD', path, { key })
      assert.deepEqual([head.status, head.text, head.headers.get('etag')], [200, '', etag])
    }
  })

  it('uses the memory of a response again, however it is sent', async () => {
    const draft = await app.createKey({ reads: 'draft' })
    const long = await create({ title: 'Sea', lead: 'long '.repeat(30_000) })
    const path = `/contents/${long}`
    const { headers } = await app.call('GET', path, { key: draft })
    const current = { 'If-None-Match': headers.get('etag') ?? '' }
    const ways: Parameters<TestApp['call']>[] = [
      ['GET', path, { key: draft, headers: { 'Accept-Encoding': 'identity' } }],
      ['GET', path, { key: draft, headers: { 'Accept-Encoding': 'gzip' } }],
      ['GET', path, { key: draft, headers: current }],
      ['HEAD', path, { key: draft }],
    ]
    const memory = new Set<ArrayBufferLike>()
    for (const way of ways) {
      for (let count = 0; count < 30; count++) {
        await app.call(...way)
        const next = responseBuffer(1)
        memory.add(next.buffer)
        releaseBuffer(next)
      }
    }
    // Without this, each way would use four of these chunks or more.
    assert.ok(memory.size <= 4, `${memory.size} chunks of 1 MB`)
  })

  it('reports all problems of a read, including wrong percent-encoding', async () => {
    const headers = { Accept: 'application/problem+json' }
    for (const path of ['/contents', `/contents/${id}`]) {
      const query = '?tag=%ff&depth=9&model=%zz&lang=%00&nothing[eq]=x'
      const { status, json } = await app.call('GET', path + query, { key, headers })
      const { problems } = json as { problems: { path: string }[] }
      const paths = problems.map((problem) => problem.path)
      assert.deepEqual([status, paths.toSorted()], [400, wrong])
    }
  })

  it('returns 400 for a URL that is too long, whatever was read before', async () => {
    const tooLong = `/contents/${'1'.repeat(8192)}`
    const statuses: number[] = []
    for (const path of [tooLong, `/contents/${id}`, tooLong]) {
      statuses.push((await app.call('GET', path, { key })).status)
    }
    assert.deepEqual(statuses, [400, 200, 400])
  })

  it('returns 412 if If-Match does not contain the current version', async () => {
    const item = await create({ title: 'one' })
    const path = `/contents/${item}?model=article&published=true`
    const etag = (await app.call('GET', `/contents/${item}`, { key })).headers.get('etag') ?? ''
    const patch = (title: string, ifMatch: string) =>
      app.call('PATCH', path, {
        key,
        body: { fields: { title } },
        headers: { 'If-Match': ifMatch },
      })
    assert.equal((await patch('two', `"1.x", W/${etag}`)).status, 200)
    const late = await patch('three', etag)
    assert.deepEqual(late.json, { status: '412', code: 'Precondition Failed' })
    assert.equal((await patch('four', '*')).status, 200)
    const stale = { key, headers: { 'If-Match': etag } }
    assert.equal((await app.call('DELETE', `/contents/${item}`, stale)).status, 412)
    const fresh = (await app.call('GET', `/contents/${item}`, { key })).headers.get('etag') ?? ''
    const deleted = await app.call('DELETE', `/contents/${item}`, {
      key,
      headers: { 'If-Match': fresh },
    })
    assert.equal(deleted.status, 200)
    assert.equal((await patch('five', '*')).status, 404)
  })

  it('returns 412 if another language has changed, which a PUT would remove', async () => {
    const item = await create({ title: 'one' })
    const path = `/contents/${item}?model=article`
    const etag = (await app.call('GET', `/contents/${item}`, { key })).headers.get('etag') ?? ''
    const japanese = { key, body: { 'fields[ja]': { title: '一' } } }
    assert.equal((await app.call('PATCH', path, japanese)).status, 200)
    const put = { key, body: { fields: { title: 'two' } }, headers: { 'If-Match': etag } }
    assert.equal((await app.call('PUT', path, put)).status, 412)
  })

  it('returns Cache-Control for the view of the key', async () => {
    const publicKey = await app.createKey({ reads: 'published' })
    const caching = async (by: string) => {
      const { headers } = await app.call('GET', '/contents', { key: by })
      assert.equal(headers.get('vary'), 'X-SERVICE-API-KEY, Accept-Encoding')
      return headers.get('cache-control')
    }
    assert.equal(await caching(key), 'private, no-store')
    assert.equal(await caching(publicKey), 'private, max-age=0, must-revalidate')
    assert.equal((await app.call('GET', '/contents')).headers.get('cache-control'), 'no-store')
  })

  it('compresses the body if the client accepts it and the body is long enough', async () => {
    const plain = await app.call('GET', `/contents/${id}`, {
      key,
      headers: { 'Accept-Encoding': 'identity' },
    })
    assert.equal(plain.headers.get('content-encoding'), null)
    for (const [accepted, used] of [
      ['gzip', 'gzip'],
      ['gzip, br', 'br'],
      ['br;q=0.1, gzip;q=0.9', 'gzip'],
      ['*', 'br'],
      ['gzip;q=0', null],
      ['zstd', null],
    ] as const) {
      const headers = { 'Accept-Encoding': accepted }
      const response = await app.call('GET', `/contents/${id}`, { key, headers })
      assert.equal(response.headers.get('content-encoding'), used, accepted)
      assert.equal(response.text, plain.text)
    }
    const small = await app.call('GET', `/contents/${id}?select=title`, {
      key,
      headers: { 'Accept-Encoding': 'gzip' },
    })
    assert.equal(small.headers.get('content-encoding'), null)
  })

  it('counts reads and writes of a key separately, and returns 429 beyond the limit', async () => {
    const limited = await app.createKey({ readLimit: 3, writeLimit: 1 })
    const read = () => app.call('GET', '/contents', { key: limited })
    for (const left of [2, 1, 0]) {
      const { status, headers } = await read()
      assert.equal(status, 200)
      assert.equal(headers.get('ratelimit-policy'), '"reads";q=3;w=60')
      assert.match(headers.get('ratelimit') ?? '', new RegExp(`^"reads";r=${left};t=\\d+$`))
    }
    const refused = await read()
    const seconds = Number(refused.headers.get('retry-after'))
    assert.ok(seconds >= 1 && seconds <= 60)
    assert.deepEqual(refused.json, {
      status: '429',
      code: 'Too Many Requests',
      message: `this key may make 3 reads per minute; retry in ${seconds} seconds`,
    })
    assert.match(refused.headers.get('ratelimit') ?? '', /r=0/)

    const write = () =>
      app.call('POST', '/contents?model=author', { key: limited, body: { fields: {} } })
    const forbidden = await app.call('POST', '/contents?space=no', { key: limited })
    assert.match(forbidden.headers.get('ratelimit') ?? '', /^"writes";r=1;/)
    assert.equal((await write()).status, 200)
    assert.equal((await write()).status, 429)
  })

  it('sends no RateLimit header if the key has no limit', async () => {
    const { headers } = await app.call('GET', '/contents', { key })
    assert.equal(headers.get('ratelimit'), null)
  })

  it('returns 500 without details if the store fails', async () => {
    const other = await freshApp()
    await other.applyTestSchema(writeRoot)
    const otherKey = await other.createKey()
    other.deps.store.read = () => Promise.reject(new Error(`no ${kind} with password hunter2`))
    const response = await other.call('GET', '/contents', { key: otherKey })
    assert.deepEqual(response.json, { status: '500', code: 'Internal Server Error' })
    assert.doesNotMatch([...response.headers].join(), /hunter2/)
    assert.ok(other.logged.some((line) => line.includes('hunter2')))
  })

  it('returns an HTML page at the address of the API', async () => {
    const home = await fetch(`${app.addresses.api}/`)
    assert.equal(home.status, 200)
    assert.match(
      home.headers.get('content-security-policy') ?? '',
      /^default-src 'none'; style-src 'sha256-/,
    )
    const page = await home.text()
    assert.match(
      page,
      /curl -H 'X-SERVICE-API-KEY: KEY' 'http:\/\/api\.test\/v1\/contents\?limit=10'/,
    )
    assert.doesNotMatch(page, /<script/)
  })
})
