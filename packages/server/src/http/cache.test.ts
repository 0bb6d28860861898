/** The response cache: hits, invalidation, and responses that must never be served. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { disableKey, enableKey, parseKey, revokeKey } from '../access/keys.ts'
import { changeSettings } from '../content/settings.ts'
import { applySchema } from '../modeling/apply.ts'
import { readSource } from '../modeling/read-source.ts'
import { runs } from '../testing/runs.ts'
import { startApp, testApps, type TestApp } from '../testing/app-factory.ts'
import { cacheBench, cacheOf, type CacheBench } from '../testing/cache-bench.ts'

testApps('the cache', (freshApp) => {
  let app: TestApp
  let writer = ''
  let reader = ''
  let create: CacheBench['create']
  let read: CacheBench['read']
  let warm: CacheBench['warm']

  before(async () => {
    ;({ app, writer, reader, create, read, warm } = await cacheBench(await freshApp()))
  })

  it('serves the same bytes again, with X-Cache and Age', async () => {
    const id = await create({ title: 'cached' })
    const first = await read(`/contents/${id}`)
    assert.deepEqual([first.status, cacheOf(first), first.headers.get('age')], [200, 'MISS', null])
    app.clock.now += 61_500
    const second = await read(`/contents/${id}`)
    assert.deepEqual([cacheOf(second), second.headers.get('age')], ['HIT', '61'])
    assert.deepEqual(
      [second.text, second.headers.get('etag')],
      [first.text, first.headers.get('etag')],
    )
    for (const name of ['cache-control', 'vary', 'content-type', 'access-control-allow-origin']) {
      assert.equal(second.headers.get(name), first.headers.get(name), name)
    }
  })

  it('serves HEAD and conditional requests', async () => {
    const path = `/contents/${await create({ title: 'head' })}`
    const { headers } = await warm(path)
    const head = await app.call('HEAD', path, { key: reader })
    assert.deepEqual([head.status, cacheOf(head), head.text], [200, 'HIT', ''])
    assert.equal(head.headers.get('content-length'), headers.get('content-length'))
    const conditional = await read(path, reader, { 'If-None-Match': headers.get('etag') ?? '' })
    assert.deepEqual([conditional.status, cacheOf(conditional), conditional.text], [304, 'HIT', ''])
  })

  it('caches the response to a HEAD request', async () => {
    const path = `/contents/${await create({ title: 'head first' })}`
    assert.equal(cacheOf(await app.call('HEAD', path, { key: reader })), 'MISS')
    assert.equal(cacheOf(await read(path)), 'HIT')
  })

  it('caches each encoding with the same content', async () => {
    const path = `/contents/${await create({ title: 'long', lead: 'sea '.repeat(2000) })}`
    const plain = await read(path, reader, { 'Accept-Encoding': 'identity' })
    for (const encoding of ['gzip', 'br', 'gzip', 'br', 'identity']) {
      const response = await read(path, reader, { 'Accept-Encoding': encoding })
      assert.deepEqual([cacheOf(response), response.text], ['HIT', plain.text])
      const used = response.headers.get('content-encoding') ?? 'identity'
      assert.equal(used, encoding)
    }
  })

  it('invalidates only the changed responses, before the write is acknowledged', async () => {
    const author = await create({ name: 'Aki' }, true, 'author')
    const one = await create({ title: 'one', author })
    const two = await create({ title: 'two' })
    await warm(`/contents/${one}`)
    await warm(`/contents/${two}`)
    const patch = { key: writer, body: { fields: { name: 'Emi' } } }
    await app.call('PATCH', `/contents/${author}?model=author&published=true`, patch)
    const after = await read(`/contents/${one}`)
    assert.equal(cacheOf(after), 'MISS')
    assert.match(after.text, /Emi/)
    assert.equal(cacheOf(await read(`/contents/${two}`)), 'HIT')
  })

  it('keeps published responses when a draft is saved', async () => {
    const id = await create({ title: 'public' })
    const paths = [
      `/contents/${id}`,
      '/contents?model=article&limit=3',
      `/contents/${id}?include=_prev`,
    ]
    for (const path of paths) await warm(path)
    await app.call('PATCH', `/contents/${id}?model=article`, {
      key: writer,
      body: { fields: { title: 'secret' } },
    })
    await create({ title: 'draft only' }, false)
    for (const path of paths) assert.equal(cacheOf(await read(path)), 'HIT', path)
  })

  it('purges a list when an item in its filter is deleted', async () => {
    const author = await create({ name: 'Filter' }, true, 'author')
    await create({ title: 'by', author })
    const path = `/contents?model=article&author[eq]=${author}`
    assert.equal((JSON.parse((await warm(path)).text) as { total: number }).total, 1)
    await app.call('DELETE', `/contents/${author}`, { key: writer })
    const after = await read(path)
    assert.deepEqual([cacheOf(after), (after.json as { total: number }).total], ['MISS', 0])
  })

  it('expires responses after 30 days', async () => {
    const path = `/contents/${await create({ title: 'month' })}`
    await warm(path)
    const month = 30 * 24 * 60 * 60 * 1000
    app.clock.now += month - 1000
    assert.equal(cacheOf(await read(path)), 'HIT')
    app.clock.now += 1000
    assert.equal(cacheOf(await read(path)), 'MISS')
  })

  it('sends lifetime and tags to external caches', async () => {
    const id = await create({ title: 'tags' })
    const { headers } = await read(`/contents/${id}`)
    assert.equal(headers.get('surrogate-control'), 'max-age=2592000')
    assert.match(headers.get('surrogate-key') ?? '', new RegExp(`\\be2\\.${id}\\b`))
    const expiresAt = app.clock.now + 90_500
    const short = await app.createKey({ reads: 'published', expiresAt })
    const soon = await read(`/contents/${id}`, short)
    assert.equal(soon.headers.get('surrogate-control'), 'max-age=90')
  })

  it('computes once for a hundred concurrent requests', async () => {
    const path = `/contents/${await create({ title: 'rush' })}`
    const limited = await app.createKey({ reads: 'published', readLimit: 5 })
    const responses = await Promise.all(Array.from({ length: 100 }, () => read(path, limited)))
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
    assert.equal(responses.filter((response) => cacheOf(response) === 'MISS').length, 1)
  })

  it('does not count hits, and sends the rate limit of the key with them', async () => {
    const limited = await app.createKey({ reads: 'published', readLimit: 2 })
    const path = `/contents/${await create({ title: 'limited' })}`
    const limitOf = async (url: string, headers = {}): Promise<unknown[]> => {
      const response = await read(url, limited, headers)
      const left = /^"reads";r=(\d+);t=\d+$/.exec(response.headers.get('ratelimit') ?? '')?.[1]
      const policy = response.headers.get('ratelimit-policy')
      return [response.status, response.headers.get('x-cache'), left, policy]
    }
    const policy = '"reads";q=2;w=60'
    assert.deepEqual(await limitOf(path), [200, 'MISS', '1', policy])
    const etag = (await read(path, limited)).headers.get('etag')
    for (let n = 0; n < 10; n++) assert.deepEqual(await limitOf(path), [200, 'HIT', '1', policy])
    assert.deepEqual(await limitOf(`${path}?x=1`), [200, 'MISS', '0', policy])
    assert.deepEqual(await limitOf(path), [200, 'HIT', '0', policy])
    assert.deepEqual(await limitOf(`${path}?x=2`), [429, null, '0', policy])
    assert.deepEqual(await limitOf(path, { 'If-None-Match': etag }), [304, 'HIT', '0', policy])
    const free = await app.createKey({ reads: 'published', readLimit: 0 })
    await warm(path, free)
    assert.equal((await read(path, free)).headers.get('ratelimit'), null)
  })

  it('stops at once for a revoked, disabled or expired key', async () => {
    const path = `/contents/${await create({ title: 'keys' })}`
    const key = await app.createKey({ reads: 'published' })
    const request = { rootId: 1, id: parseKey(key)?.id ?? 0, actor: 'test' }
    await warm(path, key)
    await disableKey(app.deps, request)
    assert.equal((await read(path, key)).status, 401)
    await enableKey(app.deps, request)
    await warm(path, key)
    await revokeKey(app.deps, request)
    assert.equal((await read(path, key)).status, 401)
    const brief = await app.createKey({ reads: 'published', expiresAt: app.clock.now + 5_000 })
    await warm(path, brief)
    app.clock.now += 5_000
    assert.equal((await read(path, brief)).status, 401)
  })

  it('is not needed to reject a verified key that is revoked, disabled or expired', async () => {
    const path = `/contents/${await create({ title: 'drafts' })}`
    const key = await app.createKey({ expiresAt: app.clock.now + 5_000 })
    const request = { rootId: 1, id: parseKey(key)?.id ?? 0, actor: 'test' }
    const statusOf = async (sent = key) => (await read(path, sent)).status
    assert.deepEqual([await statusOf(), await statusOf()], [200, 200])
    assert.equal(await statusOf(`${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`), 401)
    await disableKey(app.deps, request)
    assert.deepEqual([await statusOf(), await statusOf()], [401, 401])
    await enableKey(app.deps, request)
    assert.equal(await statusOf(), 200)
    app.clock.now += 5_000
    assert.deepEqual([await statusOf(), await statusOf()], [401, 401])
    app.clock.now -= 5_000
    assert.equal(await statusOf(), 200)
    await revokeKey(app.deps, request)
    assert.deepEqual([await statusOf(), await statusOf()], [401, 401])
  })

  it('is invalidated when the schema or a setting changes', async () => {
    await warm('/contents?limit=1')
    await changeSettings(app.deps, { rootId: 1, settings: { extendedWrites: true }, actor: 'test' })
    assert.equal(cacheOf(await read('/contents?limit=1')), 'MISS')
    await warm('/contents?limit=1')
    const file = {
      languages: ['en', 'ja'],
      models: [{ luid: 'page', fields: [{ luid: 'name', type: 'text' }] }],
    }
    const source = readSource(JSON.stringify(file), 'file.json')
    const base = {
      rootId: 1,
      source,
      isPrune: false,
      isDryRun: false,
      isConfirmed: false,
      actor: 'test',
    }
    await applySchema(app.deps, base)
    assert.equal(cacheOf(await read('/contents?limit=1')), 'MISS')
  })

  it('never serves a version older than the last acknowledged write', async () => {
    const id = await create({ title: 'n0' })
    const path = `/contents/${id}`
    let acknowledged = 0
    let isOver = false
    let hits = 0
    const readers = Array.from({ length: 6 }, async () => {
      while (!isOver) {
        const least = acknowledged
        const response = await read(path)
        const version = Number((response.json as { title: string }).title.slice(1))
        assert.ok(version >= least, `${version} after ${least} was acknowledged`)
        if (cacheOf(response) === 'HIT') hits++
      }
    })
    for (let n = 1; n <= runs(60).numRuns; n++) {
      const patch = { key: writer, body: { fields: { title: `n${n}` } } }
      await app.call('PATCH', `${path}?model=article&published=true`, patch)
      acknowledged = n
      if (n % 3 === 0) await read(path)
    }
    isOver = true
    await Promise.all(readers)
    assert.ok(hits > 0)
  })

  it('removes the least recently used responses at its memory limit', async () => {
    const small = await startApp(app.deps.store, { cacheBytes: 60_000 })
    const ids = await Promise.all(Array.from({ length: 30 }, () => create({ title: 'small' })))
    const get = (id = 0) => small.testApp.call('GET', `/contents/${id}`, { key: reader })
    for (const id of ids) await get(id)
    assert.equal(cacheOf(await get(ids.at(-1))), 'HIT')
    assert.equal(cacheOf(await get(ids[0])), 'MISS')
    await small.end()
  })
})
