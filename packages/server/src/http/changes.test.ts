/** `GET /changes`: events, filters, resumption, limits and the end of a stream. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { disableKey, editKey, parseKey, revokeKey } from '../access/keys.ts'
import { addToRelease } from '../content/releases/entries.ts'
import { createRelease } from '../content/releases/manage.ts'
import { publishRelease } from '../content/releases/publish.ts'
import { changeSettings } from '../content/settings.ts'
import { changeState } from '../content/state.ts'
import type { NewChange } from '../store/records.ts'
import { startApp, testApps, type TestApp } from '../testing/app-factory.ts'
import { openChanges, type ChangeStream, type SentEvent } from '../testing/change-stream.ts'
import { writeRoot } from '../testing/write-root.ts'
import { pruneChanges } from '../upkeep/prune-changes.ts'

const day = 24 * 60 * 60 * 1000

interface Bench {
  app: TestApp
  writer: string
  reader: string
  open(key: string, options?: Parameters<typeof openChanges>[2]): Promise<ChangeStream>
  create(fields: object, query?: string): Promise<number>
}

testApps('the stream of changes', (freshApp, kind) => {
  async function bench(): Promise<Bench> {
    const app = await freshApp()
    await app.applyTestSchema(writeRoot)
    const writer = await app.createKey()
    const reader = await app.createKey({ reads: 'published', writesContents: false })
    return {
      app,
      writer,
      reader,
      open: (key, options) => openChanges(app.addresses.api, key, options),
      async create(fields, query = 'model=article&published=true') {
        const body = { fields }
        const made = await app.call('POST', `/contents?${query}`, { key: writer, body })
        assert.equal(made.status, 200, made.text)
        return (made.json as { id: number }).id
      },
    }
  }

  const shortOf = ({ event, data }: SentEvent): unknown[] => [event, data.data.id, data.data.lang]

  it('reports published changes to a published key, and drafts to a draft key', async () => {
    const { app, writer, reader, open, create } = await bench()
    const published = await open(reader)
    const drafts = await open(writer)
    assert.equal(published.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    assert.match(published.headers.get('cache-control') ?? '', /no-store/)
    assert.equal(published.headers.get('x-accel-buffering'), 'no')
    const hidden = await create({ title: 'draft' }, 'model=article')
    const shown = await create({ title: 'one' })
    await app.call('DELETE', `/contents/${hidden}`, { key: writer })
    await app.call('DELETE', `/contents/${shown}`, { key: writer })
    const isLast = ({ event, data }: SentEvent): boolean =>
      event === 'item.deleted' && data.data.id === shown
    const seen = await published.until(isLast)
    assert.deepEqual(seen.map(shortOf), [
      ['item.published', shown, 'en'],
      ['item.deleted', shown, 'en'],
    ])
    const [first] = seen
    assert.equal(first?.data.type, 'item.published')
    assert.equal(first?.data.timestamp, '2026-11-14T00:00:00.000Z')
    assert.equal(first?.data.data.model, 'article')
    assert.ok(first?.data.data.tags.some((tag) => tag.endsWith(`.${shown}`)))
    assert.deepEqual((await drafts.until(isLast)).map(shortOf), [
      ['item.created', hidden, 'en'],
      ['item.published', shown, 'en'],
      ['item.deleted', hidden, 'en'],
      ['item.deleted', shown, 'en'],
    ])
    published.stop()
    drafts.stop()
  })

  it('filters by model, space and language', async () => {
    const { reader, open, create } = await bench()
    const articles = await open(reader, { query: '?model=article&lang=en' })
    const japanese = await open(reader, { query: '?lang=ja' })
    const author = await create({ name: 'Ada' }, 'model=author&published=true')
    const article = await create({ title: 'one' })
    const last = await create({ title: 'two' })
    const seen = await articles.until(({ data }) => data.data.id === last)
    assert.deepEqual(
      seen.map(({ data }) => data.data.id),
      [article, last],
    )
    assert.ok(author > 0)
    articles.stop()
    japanese.stop()
  })

  it('reports a published release after its items', async () => {
    const { app, reader, open, create } = await bench()
    const id = await create({ title: 'one' }, 'model=article')
    const stream = await open(reader)
    const by = { rootId: 1, actor: 'test', canPublish: true, spaceIds: null, languageId: null }
    const release = { ...by, luid: 'spring' }
    await createRelease(app.deps, release, { luid: 'spring' })
    await addToRelease(app.deps, { ...release, ids: [id], action: 'publish' })
    await publishRelease(app.deps, release)
    const seen = await stream.until(({ event }) => event === 'release.published')
    assert.deepEqual(seen.map(shortOf), [
      ['item.published', id, 'en'],
      ['release.published', null, null],
    ])
    assert.deepEqual(seen.at(-1)?.data.data, {
      id: null,
      model: null,
      space: null,
      lang: null,
      tags: [],
    })
    stream.stop()
  })

  it('names media only to keys that may list them', async () => {
    const { app, reader, open } = await bench()
    const lister = await app.createKey({ reads: 'published', listsMedia: true })
    const streams = [await open(reader), await open(lister)]
    const write = (change: NewChange) => app.deps.store.write((tx) => tx.changes.append([change]))
    await write(mediaChange('media.created'))
    await write(mediaChange('media.deleted'))
    const seen = await Promise.all(
      streams.map((stream) => stream.until(({ event }) => event === 'media.deleted')),
    )
    assert.deepEqual(
      seen.map((events) => events.map(({ event, data }) => [event, data.data.id])),
      [
        [['media.deleted', null]],
        [
          ['media.created', 999],
          ['media.deleted', 999],
        ],
      ],
    )
    for (const stream of streams) stream.stop()
  })

  it('rejects unknown names, a missing key and other methods', async () => {
    const { app, reader } = await bench()
    const call = (query: string, key = reader) => app.call('GET', `/changes${query}`, { key })
    const bad = await call('?model=nope&lang=xx&space=nowhere')
    assert.equal(bad.status, 400)
    const detail = bad.headers.get('x-service-detail') ?? ''
    for (const name of ['model: ', 'lang: ', 'space: ']) assert.ok(detail.includes(name), detail)
    const unknown = await call('', 'octavo_1_wrong')
    assert.equal(unknown.status, 401)
    assert.equal(unknown.headers.get('access-control-allow-origin'), '*')
    const head = await app.call('HEAD', '/changes', { key: reader })
    assert.deepEqual([head.status, head.text], [200, ''])
    assert.match(head.headers.get('content-type') ?? '', /event-stream/)
    assert.equal((await app.call('POST', '/changes', { key: reader })).status, 404)
    const headers = {
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'last-event-id,x-service-api-key',
    }
    const preflight = await app.call('OPTIONS', '/changes', { headers })
    assert.equal(preflight.status, 204)
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /last-event-id/)
  })

  it('continues after the last event, and sends a reset after seven days or for an unknown id', async () => {
    const { app, reader, open, create } = await bench()
    const stream = await open(reader)
    const ids = [await create({ title: 'a' }), await create({ title: 'b' })]
    const [first] = await stream.until(({ data }) => data.data.id === ids[1])
    stream.stop()
    ids.push(await create({ title: 'c' }))
    const resumed = await open(reader, { lastEventId: first?.id })
    const rest = await resumed.until(({ data }) => data.data.id === ids[2])
    assert.deepEqual(
      rest.map(({ data }) => data.data.id),
      ids.slice(1),
    )
    resumed.stop()
    for (const lastEventId of ['nonsense', Buffer.from('1 zzz 0 99:1:2').toString('base64url')]) {
      const reset = await open(reader, { lastEventId })
      const event = await reset.next()
      assert.equal(event?.event, 'reset')
      assert.deepEqual(event?.data.data.tags, ['all'])
      const next = await create({ title: 'd' })
      assert.equal((await reset.next())?.data.data.id, next)
      reset.stop()
    }
    app.clock.now += 8 * day
    const late = await open(reader, { lastEventId: first?.id })
    assert.equal((await late.next())?.event, 'reset')
    late.stop()
  })

  it('sends a reset when the changes after the last event were removed from the log', async () => {
    const { app, reader, open, create } = await bench()
    const stream = await open(reader)
    await create({ title: 'a' })
    const lastEventId = (await stream.next())?.id
    stream.stop()
    await create({ title: 'b' })
    await create({ title: 'c' })
    app.clock.now += 100 * day
    while ((await pruneChanges(app.deps, 90)) > 0);
    const resumed = await open(reader, { lastEventId })
    const reset = await resumed.next()
    assert.deepEqual([reset?.event, reset?.data.data.tags], ['reset', ['all']])
    const query = '/contents?model=article&select=title&order=title'
    const { json } = await app.call('GET', query, { key: reader })
    assert.deepEqual(
      (json as { data: { title: string }[] }).data.map(({ title }) => title),
      ['a', 'b', 'c'],
    )
    const next = await create({ title: 'd' })
    assert.equal((await resumed.next())?.data.data.id, next)
    resumed.stop()
    const again = await open(reader, { lastEventId: reset?.id })
    assert.equal((await again.next())?.data.data.id, next)
    again.stop()
  })

  if (kind === 'postgres') {
    it('continues after an event although an earlier transaction was committed later', async () => {
      const { app, writer, open, create } = await bench()
      const [started, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const late = app.deps.store.write(async (tx) => {
        await tx.changes.append([mediaChange('media.deleted')])
        started.resolve()
        await ending.promise
      })
      await started.promise
      const stream = await open(writer)
      const id = await create({ title: 'a' })
      const first = await stream.next()
      assert.equal(first?.data.data.id, id)
      ending.resolve()
      await late
      assert.equal((await stream.next())?.event, 'media.deleted')
      stream.stop()
      const last = await create({ title: 'b' })
      const resumed = await open(writer, { lastEventId: first?.id })
      const rest = await resumed.until(({ data }) => data.data.id === last)
      assert.deepEqual(
        rest.map(({ event }) => event),
        ['media.deleted', 'item.published'],
      )
      resumed.stop()
    })
  }

  it('starts at a position that can be resumed before the first event', async () => {
    const { reader, open, create } = await bench()
    const stream = await open(reader)
    const other = await open(reader, { query: '?model=author' })
    const article = await create({ title: 'a' })
    await stream.next()
    other.stop()
    const author = await create({ name: 'Ada' }, 'model=author&published=true')
    const otherAgain = await open(reader, { query: '?model=author', lastEventId: stream.lastId() })
    assert.equal((await otherAgain.next())?.data.data.id, author)
    assert.ok(article < author)
    stream.stop()
    otherAgain.stop()
  })

  it('reports many items that were changed together as one event', async () => {
    const { app, reader, open, create } = await bench()
    const ids: number[] = []
    for (let n = 0; n < 25; n++) ids.push(await create({ title: `t${n}` }, 'model=article'))
    const stream = await open(reader)
    const change = (some: readonly number[], action: 'publish' | 'unpublish') =>
      changeState(app.deps, { rootId: 1, actor: 'test', ids: some, action, languageId: null })
    await change(ids, 'publish')
    await change(ids.slice(0, 2), 'unpublish')
    const event = await stream.next()
    assert.deepEqual(shortOf(event as SentEvent), ['item.published', null, 'en'])
    const tags = event?.data.data.tags ?? []
    for (const id of ids)
      assert.ok(tags.some((tag) => /^e\d+\./.test(tag) && tag.endsWith(`.${id}`)))
    assert.equal(new Set(tags).size, tags.length)
    const singles = [await stream.next(), await stream.next()]
    assert.deepEqual(
      singles.map((one) => one?.data.data.id),
      ids.slice(0, 2),
    )
    stream.stop()
    const resumed = await open(reader, { lastEventId: event?.id })
    assert.equal((await resumed.next())?.data.data.id, ids[0])
    resumed.stop()
  })

  it('ends with a reason when the key or the space may not read any more', async () => {
    const { app, open } = await bench()
    const reasonAfter = async (
      end: (id: number) => Promise<unknown>,
      settings: Parameters<TestApp['createKey']>[0] = {},
    ): Promise<string | undefined> => {
      const key = await app.createKey({ reads: 'published', ...settings })
      const stream = await open(key)
      await end(parseKey(key)?.id ?? 0)
      const event = await stream.next()
      assert.equal(event?.event, 'goaway')
      assert.equal(await stream.next(), undefined)
      return event?.data.reason
    }
    const by = { rootId: 1, actor: 'test' }
    assert.equal(await reasonAfter((id) => revokeKey(app.deps, { ...by, id })), 'key-revoked')
    assert.equal(await reasonAfter((id) => disableKey(app.deps, { ...by, id })), 'key-revoked')
    const expires = { expiresAt: app.clock.now + 1000 }
    const expire = async (): Promise<void> => void (app.clock.now += 2000)
    assert.equal(await reasonAfter(expire, expires), 'key-revoked')
    for (const settings of [{ spaceIds: [] }, { readLimit: 5 }, { listsMedia: true }]) {
      const edit = (id: number) => editKey(app.deps, { ...by, id }, settings)
      assert.equal(await reasonAfter(edit), 'key-changed')
    }
    const suspension = { reason: 'unpaid', since: 0 }
    const suspend = () => changeSettings(app.deps, { ...by, settings: { suspension } })
    assert.equal(await reasonAfter(suspend), 'suspended')
  })

  it('ends with a reason when the change log cannot be read', async () => {
    const { app, reader, create } = await bench()
    const { store } = app.deps
    let isBroken = false
    const openLog: typeof store.openLog = (signals) =>
      isBroken ? Promise.reject(new Error('disk failure')) : store.openLog(signals)
    const { testApp, end } = await startApp({ ...store, openLog })
    const first = await openChanges(testApp.addresses.api, reader)
    await create({ title: 'a' })
    const event = await first.next()
    first.stop()
    isBroken = true
    const options = { lastEventId: event?.id }
    const resumed = await openChanges(testApp.addresses.api, reader, options)
    assert.equal((await resumed.next())?.data.reason, 'unavailable')
    await end()
  })

  it('ends with a reason when the server stops', async () => {
    const { app, reader } = await bench()
    const { testApp, end } = await startApp(app.deps.store)
    const stream = await openChanges(testApp.addresses.api, reader)
    await end()
    assert.equal((await stream.next())?.data.reason, 'shutdown')
    assert.equal(await stream.next(), undefined)
  })

  it('limits the streams of a key and of the server', async () => {
    const { app, reader, writer } = await bench()
    const streamLimits = { perKey: 2, inAll: 3 }
    const { testApp, end } = await startApp(app.deps.store, { streamLimits })
    const { api } = testApp.addresses
    const streams = [await openChanges(api, reader), await openChanges(api, reader)]
    const refused = await testApp.call('GET', '/changes', { key: reader })
    assert.equal(refused.status, 429)
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    streams.push(await openChanges(api, writer))
    assert.equal((await testApp.call('GET', '/changes', { key: writer })).status, 503)
    for (const stream of streams) stream.stop()
    await end()
  })
})

function mediaChange(type: 'media.created' | 'media.deleted'): NewChange {
  const action = type === 'media.created' ? 'create' : 'delete'
  return {
    at: 0,
    rootId: 1,
    kind: 'media',
    subjectId: 999,
    modelId: null,
    actor: 'test',
    action,
    scopes: [],
    events: [{ type, languageId: 0, isDraft: false }],
  }
}
