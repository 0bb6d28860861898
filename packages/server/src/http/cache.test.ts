/** What the cache gives, to whom, and what it must never give. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { disableKey, enableKey, parseKey, revokeKey } from '../access/keys.ts'
import { changeSettings } from '../content/settings.ts'
import { applySchema } from '../modeling/apply.ts'
import { readSource } from '../modeling/source.ts'
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

  it('gives the same bytes again, says so, and says how old they are', async () => {
    const id = await create({ title: 'kept' })
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

  it('answers HEAD and conditional requests from what it keeps', async () => {
    const path = `/contents/${await create({ title: 'head' })}`
    const { headers } = await warm(path)
    const head = await app.call('HEAD', path, { key: reader })
    assert.deepEqual([head.status, cacheOf(head), head.text], [200, 'HIT', ''])
    assert.equal(head.headers.get('content-length'), headers.get('content-length'))
    const known = await read(path, reader, { 'If-None-Match': headers.get('etag') ?? '' })
    assert.deepEqual([known.status, cacheOf(known), known.text], [304, 'HIT', ''])
  })

  it('keeps what a HEAD made it compute', async () => {
    const path = `/contents/${await create({ title: 'head first' })}`
    assert.equal(cacheOf(await app.call('HEAD', path, { key: reader })), 'MISS')
    assert.equal(cacheOf(await read(path)), 'HIT')
  })

  it('keeps an answer for each encoding, with the same content', async () => {
    const path = `/contents/${await create({ title: 'long', lead: 'sea '.repeat(2000) })}`
    const plain = await read(path, reader, { 'Accept-Encoding': 'identity' })
    for (const encoding of ['gzip', 'br', 'gzip', 'br', 'identity']) {
      const answer = await read(path, reader, { 'Accept-Encoding': encoding })
      assert.deepEqual([cacheOf(answer), answer.text], ['HIT', plain.text])
      const said = answer.headers.get('content-encoding') ?? 'identity'
      assert.equal(said, encoding)
    }
  })

  it('forgets what changed before the writer hears of it, and nothing else', async () => {
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

  it('neither shows nor purges anything public when a draft is saved', async () => {
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

  it('purges a list when an item that a filter names can no longer be seen', async () => {
    const author = await create({ name: 'Filter' }, true, 'author')
    await create({ title: 'by', author })
    const path = `/contents?model=article&author[eq]=${author}`
    assert.equal((JSON.parse((await warm(path)).text) as { total: number }).total, 1)
    await app.call('DELETE', `/contents/${author}`, { key: writer })
    const after = await read(path)
    assert.deepEqual([cacheOf(after), (after.json as { total: number }).total], ['MISS', 0])
  })

  it('gives what is kept for 30 days and no longer', async () => {
    const path = `/contents/${await create({ title: 'month' })}`
    await warm(path)
    const month = 30 * 24 * 60 * 60 * 1000
    app.clock.now += month - 1000
    assert.equal(cacheOf(await read(path)), 'HIT')
    app.clock.now += 1000
    assert.equal(cacheOf(await read(path)), 'MISS')
  })

  it('says to caches outside for how long and by which tags', async () => {
    const id = await create({ title: 'tags' })
    const { headers } = await read(`/contents/${id}`)
    assert.equal(headers.get('surrogate-control'), 'max-age=2592000')
    assert.match(headers.get('surrogate-key') ?? '', new RegExp(`\\be2\\.${id}\\b`))
    const expiresAt = app.clock.now + 90_500
    const short = await app.createKey({ reads: 'published', expiresAt })
    const soon = await read(`/contents/${id}`, short)
    assert.equal(soon.headers.get('surrogate-control'), 'max-age=90')
  })

  it('computes once for a hundred who ask at the same moment', async () => {
    const path = `/contents/${await create({ title: 'rush' })}`
    const limited = await app.createKey({ reads: 'published', readLimit: 5 })
    const answers = await Promise.all(Array.from({ length: 100 }, () => read(path, limited)))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal(answers.filter((answer) => cacheOf(answer) === 'MISS').length, 1)
  })

  it('does not count a hit, and tells with it how the key stands', async () => {
    const limited = await app.createKey({ reads: 'published', readLimit: 2 })
    const path = `/contents/${await create({ title: 'limited' })}`
    const standing = async (asked: string, headers = {}): Promise<unknown[]> => {
      const answer = await read(asked, limited, headers)
      const left = /^"reads";r=(\d+);t=\d+$/.exec(answer.headers.get('ratelimit') ?? '')?.[1]
      const policy = answer.headers.get('ratelimit-policy')
      return [answer.status, answer.headers.get('x-cache'), left, policy]
    }
    const policy = '"reads";q=2;w=60'
    assert.deepEqual(await standing(path), [200, 'MISS', '1', policy])
    const etag = (await read(path, limited)).headers.get('etag')
    for (let n = 0; n < 10; n++) assert.deepEqual(await standing(path), [200, 'HIT', '1', policy])
    assert.deepEqual(await standing(`${path}?x=1`), [200, 'MISS', '0', policy])
    assert.deepEqual(await standing(path), [200, 'HIT', '0', policy])
    assert.deepEqual(await standing(`${path}?x=2`), [429, null, '0', policy])
    assert.deepEqual(await standing(path, { 'If-None-Match': etag }), [304, 'HIT', '0', policy])
    const free = await app.createKey({ reads: 'published', readLimit: 0 })
    await warm(path, free)
    assert.equal((await read(path, free)).headers.get('ratelimit'), null)
  })

  it('stops at once for a key that is revoked, disabled or expired', async () => {
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

  it('forgets when the schema or a setting changes', async () => {
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

  it('never gives less than what was acknowledged before it was asked', async () => {
    const id = await create({ title: 'n0' })
    const path = `/contents/${id}`
    let acknowledged = 0
    let isOver = false
    let hits = 0
    const readers = Array.from({ length: 6 }, async () => {
      while (!isOver) {
        const least = acknowledged
        const answer = await read(path)
        const shown = Number((answer.json as { title: string }).title.slice(1))
        assert.ok(shown >= least, `${shown} after ${least} was acknowledged`)
        if (cacheOf(answer) === 'HIT') hits++
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

  it('goes on within its memory', async () => {
    const small = await startApp(app.deps.store, { cacheBytes: 60_000 })
    const ids = await Promise.all(Array.from({ length: 30 }, () => create({ title: 'small' })))
    const get = (id = 0) => small.testApp.call('GET', `/contents/${id}`, { key: reader })
    for (const id of ids) await get(id)
    assert.equal(cacheOf(await get(ids.at(-1))), 'HIT')
    assert.equal(cacheOf(await get(ids[0])), 'MISS')
    await small.end()
  })
})
