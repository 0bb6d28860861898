/** The client follows changes, resumes, and keeps results up to date. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { it } from 'node:test'
import { createClient, OctavoError, tagsOf } from '../../packages/client/src/index.ts'
import { parseKey, revokeKey } from '../../packages/server/src/access/keys.ts'
import { createRelease } from '../../packages/server/src/content/releases/manage.ts'
import { eventually } from '../../packages/server/src/testing/eventually.ts'
import { pruneChanges } from '../../packages/server/src/upkeep/prune-changes.ts'
import { onServers } from './bench.ts'

const day = 24 * 60 * 60 * 1000

onServers('live updates through the client', (freshBench) => {
  /** `draft` reads drafts and writes, `client` reads published content. */
  async function fresh() {
    const { app, url, client: draft, clientWith } = await freshBench()
    const key = await app.createKey({ reads: 'published', writesContents: false })
    return { app, url, key, draft, clientWith, client: clientWith({ key }) }
  }

  it('iterate over changes, after the last event, until the signal aborts', async () => {
    const { client, draft } = await fresh()
    const stopping = new AbortController()
    const { signal } = stopping
    let isOpen = false
    const changes = client.changes({
      model: 'article',
      signal,
      onConnect: () => void (isOpen = true),
    })
    const first = changes.next()
    await eventually(() => isOpen)
    const { id } = await draft.create({
      model: 'article',
      fields: { title: 'one' },
      published: true,
    })
    await draft.create({ model: 'author', fields: { name: 'Ada' }, published: true })
    const { value } = await first
    assert.ok(value)
    assert.deepEqual(
      [value.type, value.data.id, value.data.model],
      ['item.published', id, 'article'],
    )
    const { lastEventId } = value
    stopping.abort(new Error('enough'))
    await assert.rejects(changes.next(), /enough/)
    await draft.delete(id)
    for await (const { type, data } of client.changes({ lastEventId })) {
      if (type !== 'item.deleted') continue
      assert.equal(data.id, id)
      break
    }
  })

  it('show what is written into a release', async () => {
    const { app, draft } = await fresh()
    await createRelease(app.deps, { rootId: 1, actor: 'user:1' }, { luid: 'spring' })
    const { id } = await draft.create({ model: 'article', fields: { title: 'One' } })
    const write = (title: string) =>
      draft.patch(id, { model: 'article', fields: { title }, release: 'spring' })
    await write('Two')
    const titles: unknown[] = []
    const stop = draft.live({ id, model: 'article', release: 'spring' }, (item, error) => {
      assert.equal(error, undefined)
      titles.push(item?.title)
    })
    await eventually(() => titles.at(-1) === 'Two')
    await write('Three')
    await eventually(() => titles.at(-1) === 'Three')
    stop()
    assert.deepEqual(titles, ['Two', 'Three'])
  })

  it('of a result that starts when another one ends have a connection of their own', async () => {
    const { app, url, draft } = await fresh()
    const key = await app.createKey({ reads: 'published', writesContents: false })
    let connections = 0
    const client = createClient({
      url,
      key,
      async fetch(address, options) {
        const isFirst = address.includes('/changes') && ++connections === 1
        return isFirst ? new Response('{}', { status: 403 }) : fetch(address, options)
      },
    })
    const titles: string[] = []
    const stops: (() => void)[] = []
    const restart = (error: unknown): void => {
      if (!error || stops.length > 2) return
      const follow = client.live({ model: 'article' }, (page) => {
        titles.push(...(page?.data.map(({ title }) => String(title)) ?? []))
      })
      stops.push(follow)
    }
    stops.push(client.live({ model: 'article' }, (_page, error) => restart(error)))
    stops.push(client.live({ model: 'author' }, (_page, error) => restart(error)))
    await eventually(() => connections === 2)
    for (const stop of stops.slice(0, 2)) stop()
    await draft.create({ model: 'article', fields: { title: 'late' }, published: true })
    await eventually(() => titles.includes('late'))
    for (const stop of stops) stop()
  })

  it('report nothing after the signal aborts, even if it has arrived', async () => {
    const { client, draft } = await fresh()
    const create = () =>
      draft.create({ model: 'article', fields: { title: 'one' }, published: true })
    let isOpen = false
    const changes = client.changes({ onConnect: () => void (isOpen = true) })
    const first = changes.next()
    await eventually(() => isOpen)
    await create()
    const lastEventId = (await first).value?.lastEventId ?? ''
    await changes.return()
    await create()
    await create()
    const stopping = new AbortController()
    // The server sends missed changes at once.
    const missed = client.changes({ lastEventId, signal: stopping.signal })
    await missed.next()
    stopping.abort(new Error('enough'))
    await assert.rejects(missed.next(), /enough/)
  })

  it('end with the error of the server', async () => {
    const { app, url, client, key } = await fresh()
    await assert.rejects(client.changes({ model: 'nope' as never }).next(), (error) => {
      return error instanceof OctavoError && error.status === 400 && error.problems.length === 1
    })
    const wrong = createClient({ url, key: 'octavo_1_wrong' })
    await assert.rejects(wrong.changes().next(), { status: 401 })
    const changes = client.changes()
    const next = changes.next()
    await revokeKey(app.deps, { rootId: 1, id: parseKey(key)?.id ?? 0, actor: 'test' })
    await assert.rejects(next, { status: 401 })
  })

  it('keep a list and an item up to date, until they are stopped', async () => {
    const { client, draft } = await fresh()
    const { id } = await draft.create({ model: 'article', fields: { title: 'a' }, published: true })
    const titles: string[][] = []
    const single: unknown[] = []
    const stops = [
      client.live({ model: 'article', order: 'title' }, (page, error) => {
        assert.equal(error, undefined)
        titles.push((page?.data ?? []).map(({ title }) => title ?? ''))
      }),
      client.live({ id, model: 'article' }, (item, error) => {
        single.push(item?.title ?? (error instanceof OctavoError && error.status))
      }),
    ]
    const shows = (list: string, item: unknown): Promise<void> =>
      eventually(() => titles.at(-1)?.join() === list && single.at(-1) === item)
    await shows('a', 'a')
    const other = await draft.create({ model: 'article', fields: { title: 'b' }, published: true })
    await shows('a,b', 'a')
    await draft.patch(id, { model: 'article', fields: { title: 'c' }, published: true })
    await shows('b,c', 'c')
    await draft.delete(id)
    await shows('b', 404)
    assert.deepEqual(titles, [['a'], ['a', 'b'], ['b', 'c'], ['b']])
    // A missing item is reported after each change that may concern it.
    assert.deepEqual([...new Set(single)], ['a', 'c', 404])
    for (const stop of stops) stop()
    await draft.delete(other.id)
    assert.equal((await client.list({ model: 'article' })).total, 0)
    assert.equal(titles.length, 4)
  })

  it('read everything again when the changes that they missed were removed from the log', async () => {
    const { app, draft, key, clientWith } = await fresh()
    const create = (title: string) =>
      draft.create({ model: 'article', fields: { title }, published: true })
    let online = Promise.resolve()
    const connections = new Set<AbortController>()
    const breakable: typeof fetch = async (input, init) => {
      if (!new Request(input).url.includes('/changes')) return fetch(input, init)
      await online
      const connection = new AbortController()
      connections.add(connection)
      const signals = [connection.signal, init?.signal].filter(
        (signal) => signal instanceof AbortSignal,
      )
      return fetch(input, { ...init, signal: AbortSignal.any(signals) })
    }
    const client = clientWith({ key, fetch: breakable })
    await create('a')
    const titles: string[][] = []
    const stopLive = client.live({ model: 'article', order: 'title' }, (page) => {
      titles.push((page?.data ?? []).map(({ title }) => title ?? ''))
    })
    const types: string[] = []
    let isOpen = false
    const stopping = new AbortController()
    const onConnect = (): void => void (isOpen = true)
    const following = (async () => {
      const { signal } = stopping
      for await (const { type } of client.changes({ signal, onConnect })) types.push(type)
    })().catch(() => {})
    await eventually(() => isOpen && titles.length === 1)
    await create('b')
    await eventually(() => titles.length === 2 && types.length === 1)

    const { promise, resolve } = Promise.withResolvers<void>()
    online = promise
    for (const connection of connections) connection.abort()
    await create('c')
    app.clock.now += 100 * day
    while ((await pruneChanges(app.deps, 90)) > 0);
    resolve()
    await eventually(() => titles.length === 3 && types.length === 2)
    await create('d')
    await eventually(() => titles.length === 4 && types.length === 3)
    stopLive()
    stopping.abort()
    await following
    assert.deepEqual(titles, [['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c', 'd']])
    assert.deepEqual(types, ['item.published', 'reset', 'item.published'])
  })

  it('return the tags of a result only on request', async () => {
    const { client, draft } = await fresh()
    const { id } = await draft.create({ model: 'article', fields: { title: 'a' }, published: true })
    const page = await client.list({ model: 'article', cacheTags: true })
    assert.ok(tagsOf(page)?.includes('all'))
    assert.deepEqual(page.tags, tagsOf(page))
    assert.ok(!Object.keys(page).includes('tags'))
    assert.equal((await client.list({ model: 'article' })).tags, undefined)
    const item = await client.get(id, { cacheTags: true })
    assert.ok(tagsOf(item)?.some((tag) => tag.endsWith(`.${id}`)))
    assert.equal(tagsOf(await client.get(id)), undefined)
    assert.ok(tagsOf(await draft.get(id, { cacheTags: true })))
  })
})

it('connects again after a lost connection, with the last id and growing pauses', async (t) => {
  const requests: { at: number; lastEventId: unknown }[] = []
  const server = createServer((request, response) => {
    requests.push({ at: performance.now(), lastEventId: request.headers['last-event-id'] })
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (requests.length > 2) {
      response.write('event: item.published\r\nid: c\r\nda')
      return void response.end('ta: {"type":"item.published","data":{"tags":[]}}\r\n\r\n')
    }
    response.write(`retry: 50\nid: ${'ab'[requests.length - 1]}\n\n`)
    response.end('event: goaway\ndata: {"reason":"shutdown"}\n\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const lost: unknown[] = []
  const client = createClient({ url: `http://127.0.0.1:${port}/v1`, key: 'x' })
  const changes = client.changes({ onDisconnect: (reason) => void lost.push(reason) })
  const { value } = await changes.next()
  await changes.return()
  assert.equal(value?.lastEventId, 'c')
  assert.deepEqual(
    requests.map(({ lastEventId }) => lastEventId),
    [undefined, 'a', 'b'],
  )
  assert.deepEqual(lost, [{ reason: 'shutdown' }, { reason: 'shutdown' }])
  const [one = 0, two = 0, three = 0] = requests.map(({ at }) => at)
  // Timers may fire a millisecond early.
  assert.ok(two - one >= 24 && three - two >= 49, `${two - one} ${three - two}`)
})
