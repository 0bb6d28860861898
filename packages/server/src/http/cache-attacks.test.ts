/** Known attacks on the rate limits and caches of similar systems. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { parseKey } from '../access/keys.ts'
import { testApps, type TestResponse, type TestApp } from '../testing/app-factory.ts'
import { cacheBench, cacheOf, type CacheBench } from '../testing/cache-bench.ts'

testApps('attacks on limits and the cache', (freshApp) => {
  let app: TestApp
  let writer = ''
  let reader = ''
  let create: CacheBench['create']
  let read: CacheBench['read']
  let warm: CacheBench['warm']

  before(async () => {
    ;({ app, writer, reader, create, read, warm } = await cacheBench(await freshApp()))
  })

  it('A15: limits depend on the key only, and count reads and writes separately', async () => {
    const key = await app.createKey({ reads: 'published', readLimit: 3, writeLimit: 2 })
    const spoofed = (n: number) => ({
      'X-Forwarded-For': `10.0.0.${n}`,
      'X-Real-IP': `10.1.0.${n}`,
    })
    for (let n = 0; n < 3; n++) {
      assert.equal((await read(`/contents?limit=1&n=${n}`, key, spoofed(n))).status, 200)
    }
    const over = await read('/contents?limit=1&n=9', key, spoofed(9))
    assert.equal(over.status, 429)
    assert.ok(Number(over.headers.get('retry-after')) > 0)
    assert.match((over.json as { message: string }).message, /\d+ second/)
    const write = { key, body: { fields: { title: 'x' }, key_id: 99 } }
    for (let n = 0; n < 2; n++)
      assert.notEqual((await app.call('POST', '/contents?model=article', write)).status, 429)
    assert.equal((await app.call('POST', '/contents?model=article', write)).status, 429)
    const id = parseKey(key)?.id ?? 0
    for (let n = 0; n < 20; n++) {
      const wrong = `octavo_${id}_${'x'.repeat(39)}${n % 10}`
      assert.equal((await read('/contents', wrong)).status, 401)
    }
    const other = await app.createKey({ reads: 'published', readLimit: 3 })
    assert.equal((await read('/contents?limit=1', other)).status, 200)
  })

  it('A16: keys do not share cached responses, and drafts are not cached', async () => {
    const id = await create({ title: 'open' })
    await app.call('PATCH', `/contents/${id}?model=article`, {
      key: writer,
      body: { fields: { title: 'hidden' } },
    })
    const path = `/contents/${id}`
    for (const key of [writer, reader, writer, reader]) {
      const response = await read(path, key)
      assert.match(response.text, key === writer ? /hidden/ : /open/)
      if (key !== writer) continue
      assert.notEqual(cacheOf(response), 'HIT')
      assert.equal(response.headers.get('cache-control'), 'private, no-store')
      assert.equal(response.headers.get('surrogate-key'), null)
      assert.equal(response.headers.get('surrogate-control'), null)
    }
    const tokyo = await app.createKey({ reads: 'published', spaceIds: [2] })
    assert.equal((await read(path, tokyo)).status, 404)
    assert.match((await read(path)).headers.get('vary') ?? '', /X-SERVICE-API-KEY/)
    const lower = await app.call('GET', path, { headers: { 'x-service-api-key': reader } })
    assert.equal(cacheOf(lower), 'HIT')
    assert.equal((await app.call('GET', path)).status, 401)
  })

  it('A16: headers outside of the cache key do not affect the response', async () => {
    const path = `/contents/${await create({ title: 'unkeyed' })}`
    const plain = await warm(path)
    const extraHeaders = {
      Range: 'bytes=0-3',
      Accept: 'application/problem+json',
      'X-Forwarded-Host': 'evil.test',
      'X-Original-URL': '/v1/contents/1',
      'X-HTTP-Method-Override': 'DELETE',
      'X-Preview': '1',
      Cookie: 'draft=1',
    }
    const response = await read(path, reader, extraHeaders)
    assert.deepEqual([response.status, response.text], [200, plain.text])
    const fresh = `${path}?fresh=1`
    assert.equal((await read(fresh, reader, extraHeaders)).text, plain.text)
    assert.equal((await read(fresh)).text, plain.text)
  })

  it('A16: errors and paths with suffixes are never cached', async () => {
    const bad = [
      ['/contents/999999', 404],
      ['/contents?limit=0', 400],
      ['/contents?space=nowhere', 400],
      [`/contents/${await create({ title: 'css' })}.css`, 404],
    ] as const
    for (const [path, status] of bad) {
      for (let n = 0; n < 2; n++) {
        const response = await read(path)
        assert.deepEqual([response.status, cacheOf(response)], [status, null], path)
        assert.equal(response.headers.get('cache-control'), 'no-store')
        assert.equal(response.headers.get('surrogate-key'), null)
      }
    }
  })

  it('A17: missing and hidden content return the same response and headers', async () => {
    const hidden = await create({ title: 'draft' }, false)
    const archived = await create({ title: 'gone' })
    await app.call('DELETE', `/contents/${archived}`, { key: writer })
    const ignored = new Set(['date'])
    const shown = ({ status, text, headers }: TestResponse) =>
      JSON.stringify([status, text, [...headers].filter(([name]) => !ignored.has(name))])
    const absent = shown(await read('/contents/123456789'))
    for (const id of [hidden, archived]) assert.equal(shown(await read(`/contents/${id}`)), absent)
    const restricted = await app.createKey({ reads: 'published', spaceIds: [2] })
    const byName = async (space: string) =>
      shown(await read(`/contents?space=${space}`, restricted))
    assert.equal(await byName('osaka'), await byName('nowhere'))
  })

  it('A17: tags do not reveal content that a response does not show', async () => {
    const author = await create({ name: 'draft author' }, false, 'author')
    const id = await create({ title: 'refers', author })
    const other = await create({ title: 'refers not' })
    const tags = async (one: number) => {
      const response = await read(`/contents/${one}`)
      return response.headers.get('surrogate-key')?.replaceAll(String(one), 'ID')
    }
    assert.equal(await tags(id), await tags(other))
  })
})
