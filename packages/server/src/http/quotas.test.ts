/** Requests beyond the quotas of a space get 402, with the reason in X-SERVICE-DETAIL. */
import assert from 'node:assert/strict'
import { beforeEach, it } from 'node:test'
import type { RootSettings } from '@octavo/schema/definitions.ts'
import { parseKey } from '../access/keys.ts'
import { tagsOfChange } from '../changes/tags.ts'
import { idempotentReplyTime } from '../content/idempotency.ts'
import { changeSettings } from '../content/settings.ts'
import { changeState } from '../content/state.ts'
import { startApp, testApps, type TestApp } from '../testing/app-factory.ts'
import { ownerOf } from '../testing/studio-caller.ts'
import { writeRoot } from '../testing/write-root.ts'

const none = { items: null, mediaBytes: null, requests: null }
const refusal = { status: '402', code: 'Payment Required' }

testApps('quotas', (freshApp) => {
  let app: TestApp
  let writer = ''
  let reader = ''

  beforeEach(async () => {
    app = await freshApp()
    await app.applyTestSchema(writeRoot)
    writer = await app.createKey()
    reader = await app.createKey({ reads: 'published' })
  })

  const set = (settings: Partial<RootSettings>) =>
    changeSettings(app.deps, { rootId: 1, settings, actor: 'test' })
  const create = () =>
    app.call('POST', '/contents?model=article', { key: writer, body: { fields: { title: 'x' } } })
  const read = (path = '/contents', key = reader) => app.call('GET', path, { key })

  async function send(bytes: number): Promise<Response> {
    const body = new FormData()
    body.set('file', new Blob(['x'.repeat(bytes)], { type: 'text/plain' }), 'a.txt')
    const headers = { 'X-SERVICE-API-KEY': writer }
    const response = await fetch(`${app.addresses.api}/v1/media`, { method: 'POST', headers, body })
    await response.text()
    return response
  }
  const lastChange = () => app.deps.store.read((tx) => tx.changes.latest())
  const changesAfter = (position: number) =>
    app.deps.store.read((tx) => tx.changes.after(position, 10))

  it('rejects all requests while a space is suspended, even for cached responses', async () => {
    await read()
    assert.equal((await read()).headers.get('x-cache'), 'HIT')
    await set({ suspension: { since: 0, reason: 'the bill is open' } })
    for (const response of [await read(), await read('/contents', writer), await create()]) {
      assert.deepEqual([response.status, response.json], [402, refusal])
      assert.match(response.headers.get('x-service-detail') ?? '', /suspended: the bill is open/)
    }
    assert.equal((await read('/contents', 'octavo_1_wrong')).status, 401)
    await set({ suspension: null })
    assert.equal((await read()).status, 200)
    assert.equal((await create()).status, 200)
  })

  it('blocks the files of a suspended space, and purges them from external caches', async () => {
    const location = new URL((await send(3_000)).headers.get('location') ?? '')
    const url = app.addresses.assets + location.pathname
    const get = async (headers = {}) => {
      const response = await fetch(url, { headers })
      const { 'cache-control': caching, 'x-service-detail': detail } = Object.fromEntries(
        response.headers,
      )
      return { status: response.status, text: await response.text(), caching, detail }
    }
    // The second response comes from memory.
    await get()
    const served = await fetch(url)
    assert.equal((await served.text()).length, 3_000)
    const tags = served.headers.get('surrogate-key')?.split(' ') ?? []

    const position = await lastChange()
    await set({ suspension: { since: 0, reason: 'the bill is open' } })
    const etag = served.headers.get('etag') ?? ''
    for (const headers of [{}, { 'If-None-Match': etag }, { Range: 'bytes=0-3' }]) {
      const { status, text, caching, detail } = await get(headers)
      assert.deepEqual([status, JSON.parse(text), caching], [402, refusal, 'no-store'])
      assert.match(detail ?? '', /suspended: the bill is open/)
    }
    assert.equal((await fetch(url, { method: 'HEAD' })).status, 402)
    const [change] = await changesAfter(position)
    assert.ok(change && tagsOfChange(change).some((tag) => tags.includes(tag)))
    assert.equal((await fetch(url.replace('a.txt', 'b.txt'))).status, 404)

    await set({ suspension: null })
    assert.equal((await get()).status, 200)
    // Settings that do not affect files do not purge them.
    const later = await lastChange()
    await set({ quotas: none })
    const [other] = await changesAfter(later)
    assert.ok(other && !tagsOfChange(other).some((tag) => tags.includes(tag)))
  })

  it('limits the number of items, and does not count deleted items', async () => {
    await set({ quotas: { ...none, items: 3 } })
    const first = await create()
    const id = (first.json as { id: number }).id
    const malformed = { key: writer, body: { fields: { nothing: 1 } } }
    assert.equal((await app.call('POST', '/contents?model=article', malformed)).status, 400)
    assert.equal((await create()).status, 200)
    assert.equal((await app.call('POST', `/contents/${id}/duplicate`, { key: writer })).status, 200)
    assert.deepEqual([(await create()).status, (await create()).json], [402, refusal])
    assert.equal((await app.call('POST', `/contents/${id}/duplicate`, { key: writer })).status, 402)
    const patch = { key: writer, body: { fields: { title: 'y' } } }
    assert.equal((await app.call('PATCH', `/contents/${id}?model=article`, patch)).status, 200)
    assert.equal((await app.call('DELETE', `/contents/${id}`, { key: writer })).status, 200)
    assert.equal((await create()).status, 200)
    assert.equal((await create()).status, 402)
  })

  it('limits the items that are restored from the trash', async () => {
    const ids: number[] = []
    for (let n = 0; n < 4; n++) ids.push(((await create()).json as { id: number }).id)
    const [first = 0, second = 0, third = 0, fourth = 0] = ids
    for (const id of [first, second, third]) {
      assert.equal((await app.call('DELETE', `/contents/${id}`, { key: writer })).status, 200)
    }
    await set({ quotas: { ...none, items: 2 } })
    const owner = await ownerOf(app)
    const counted = async () => (await app.deps.store.read((tx) => tx.usage.stored(1))).items

    // The command restores all items or none.
    const by = { rootId: 1, actor: 'cli', action: 'restore', languageId: null } as const
    const both = changeState(app.deps, { ...by, ids: [first, second] })
    await assert.rejects(both, { kind: 'paymentRequired' })
    assert.equal(await counted(), 1)

    const bulk = await owner.call('changeItems', {
      body: { action: 'restore', ids: [first, second] },
    })
    assert.deepEqual(
      bulk.json.results.map(({ id, isDone }) => [id, isDone]),
      [
        [first, true],
        [second, false],
      ],
    )
    assert.match(bulk.json.results[1]?.problems[0]?.message ?? '', /quota of 2 items: it has 2/)
    const one = await owner.call('changeItem', {
      params: { id: third },
      body: { action: 'restore' },
    })
    assert.equal(one.status, 402)
    assert.equal(await counted(), 2)
    // Archived items count already, so restoring them adds nothing.
    for (const action of ['archive', 'restore'] as const) {
      const { status } = await owner.call('changeItem', {
        params: { id: fourth },
        body: { action },
      })
      assert.equal(status, 200)
    }
  })

  it('counts restored items at once', async () => {
    const { id } = (await create()).json as { id: number }
    await app.call('DELETE', `/contents/${id}`, { key: writer })
    await set({ quotas: { ...none, items: 3 } })
    const owner = await ownerOf(app)
    assert.equal((await create()).status, 200)
    await owner.call('changeItem', { params: { id }, body: { action: 'restore' } })
    assert.equal((await create()).status, 200)
    assert.equal((await create()).status, 402)
  })

  it('accepts a repeated request, which creates nothing new', async () => {
    const named = (name: string, path = '/contents?model=article', body: unknown = article) =>
      app.call('POST', path, { key: writer, body, headers: { 'Idempotency-Key': name } })
    const article = { fields: { title: 'x' } }
    const made = await named('one')
    const { id } = made.json as { id: number }
    const copied = await named('copy', `/contents/${id}/duplicate`, undefined)
    const again = async () => {
      assert.equal((await named('one')).text, made.text)
      assert.equal((await named('copy', `/contents/${id}/duplicate`, undefined)).text, copied.text)
      const { items } = await app.deps.store.read((tx) => tx.usage.stored(1))
      assert.equal(items, 2)
    }
    await set({ quotas: { ...none, items: 2 } })
    await again()
    assert.equal((await named('two')).status, 402)
    assert.equal((await named('one', '/contents?model=article', { fields: {} })).status, 400)
    // A PUT is never a repeated request, even with the same Idempotency-Key.
    await set({ quotas: { ...none, requests: 0 } })
    await again()
    const put = { key: writer, body: article, headers: { 'Idempotency-Key': 'one' } }
    assert.equal((await app.call('PUT', `/contents/${id}?model=article`, put)).status, 402)
    await set({ suspension: { since: 0, reason: 'the bill is open' } })
    assert.equal((await named('one')).status, 402)
    await set({ suspension: null, quotas: { ...none, items: 2 } })
    app.clock.now += idempotentReplyTime
    assert.equal((await named('one')).status, 402)
  })

  it('accepts a repeated creation in Studio', async () => {
    const owner = await ownerOf(app)
    const body = (requestId: string) => ({
      body: { model: 'article', languages: { en: { fields: {} } }, requestId },
    })
    const { json } = await owner.call('createItem', body('a'))
    await set({ quotas: { ...none, items: 1 } })
    const again = await owner.call('createItem', body('a'))
    assert.deepEqual([again.status, again.json.id], [200, json.id])
    assert.equal((await owner.call('createItem', body('b'))).status, 402)
  })

  it('limits the requests per month across restarts, without cache hits', async () => {
    await set({ quotas: { ...none, requests: 5 } })
    for (let n = 0; n < 4; n++) assert.equal((await read(`/contents?n=${n}`)).status, 200)
    for (let n = 0; n < 9; n++) assert.equal((await read('/contents?n=1')).status, 200)
    const other = await startApp(app.deps.store, { now: app.deps.now })
    assert.equal((await read('/contents?n=5')).status, 200)
    assert.equal((await read('/contents?n=6')).status, 402)
    await app.app.close()
    assert.equal((await other.testApp.call('GET', '/contents?n=7', { key: reader })).status, 402)
    app.clock.now += 31 * 24 * 60 * 60 * 1000
    assert.equal((await other.testApp.call('GET', '/contents?n=8', { key: reader })).status, 200)
    await other.end()
  })

  it('counts requests by day and key, and records the last use of each key', async () => {
    await read()
    await read()
    await create()
    await read('/contents/9999')
    await app.app.close()
    const { store } = app.deps
    const ids = [reader, writer].map((key) => parseKey(key)?.id ?? 0)
    const days = await store.read((tx) => tx.usage.days(1, '2026-11-01'))
    assert.deepEqual(
      days.map(({ keyId, date, reads, writes, cacheHits, errors }) => [
        keyId,
        date,
        reads,
        writes,
        cacheHits,
        errors,
      ]),
      [
        [ids[1], '2026-11-14', 0, 1, 0, 0],
        [ids[0], '2026-11-14', 2, 0, 1, 1],
      ],
    )
    const uses = await store.read((tx) => tx.usage.lastUses(1))
    assert.deepEqual(
      ids.map((id) => uses.get(id)),
      [app.clock.now, app.clock.now],
    )
    const stored = await store.read((tx) => tx.usage.stored(1))
    assert.deepEqual(stored, { items: 1, media: 0, mediaBytes: 0 })
  })
})
