/** Counts the round trips of a request to PostgreSQL, through a proxy on the connection. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { freshPostgresSchema, startTestPostgres, type TestPostgres } from '../testing/postgres.ts'
import { fillSample, models, readerOf, sampleItem } from '../testing/read-sample.ts'
import { openStore } from './open-store.ts'
import { cachedSchemas } from './cache/schemas.ts'
import { createItem, patchItem, type WriteContext } from '../content/write.ts'
import { createWebhook } from '../webhooks/manage.ts'
import { unboundedParser } from '../text/text-parser.ts'
import type { Store } from './store.ts'

const [title, author, name] = [201, 210, 401]
const items = [
  sampleItem(1, models.author, { published: { [name]: 'Aki' } }),
  sampleItem(2, models.author, { published: { [name]: 'Ken' } }),
  ...[3, 4, 5].map((id) =>
    sampleItem(id, models.article, { published: { [title]: `Sea ${id}`, [author]: 1 + (id % 2) } }),
  ),
]

describe('a request on PostgreSQL', () => {
  let postgres: TestPostgres
  let proxy: Server
  let store: Store
  let roundTrips = 0
  /** Connections with an open transaction. */
  const inTransaction = new Set<Socket>()
  const sockets = new Set<Socket>()

  /** Counts a round trip for each send that follows a received response. */
  function pass(client: Socket, target: URL): void {
    const server = connect(Number(target.port), target.hostname)
    let isSending = false
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    client.on('data', (chunk) => {
      if (!isSending) roundTrips++
      isSending = true
      const statements = chunk.toString('latin1')
      for (const [word] of statements.matchAll(/begin|commit|rollback/g)) {
        if (word === 'begin') inTransaction.add(client)
        else inTransaction.delete(client)
      }
      server.write(chunk)
    })
    server.on('data', (chunk) => {
      isSending = false
      client.write(chunk)
    })
    client.on('close', () => server.destroy())
    server.on('close', () => client.destroy())
  }

  before(async () => {
    postgres = await startTestPostgres()
    const url = new URL(await freshPostgresSchema(postgres.url))
    proxy = createServer((client) => pass(client, url)).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const address = proxy.address()
    const through = new URL(url)
    through.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    store = await openStore({ dataFolder: '', database: through.href })
    await fillSample(store, items)
    // Opens the connection for version checks and prepares its statements.
    for (let count = 0; count < 2; count++) await store.versions()
  })
  after(async () => {
    await store.close()
    for (const socket of sockets) socket.destroy()
    proxy.close()
    await postgres.stop()
  })

  async function roundTripsOf(work: () => Promise<unknown>): Promise<number> {
    const earlier = roundTrips
    await work()
    const count = roundTrips - earlier
    // Nothing awaits the commit of a read transaction, but it must not count for the next call.
    while (inTransaction.size > 0) await new Promise((resolve) => setImmediate(resolve))
    return count
  }

  it('needs two round trips for a list of depth 1 that is not cached', async () => {
    // Opens connections and prepares statements, which happens once.
    await readerOf(store).list('model=article&limit=2&depth=1')
    const fresh = readerOf(store)
    const count = await roundTripsOf(() => fresh.list('model=article&limit=2&depth=1'))
    assert.ok(count <= 2, `${count} round trips`)
  })

  it('needs one round trip for a cached response', async () => {
    const reader = readerOf(store)
    await roundTripsOf(() => reader.list('model=article&depth=1'))
    assert.equal(await roundTripsOf(() => reader.list('model=article&depth=1')), 1)
    await roundTripsOf(() => reader.get(3, 'depth=1'))
    assert.equal(await roundTripsOf(() => reader.get(3, 'depth=1')), 1)
  })

  it('needs at most two round trips for many concurrent requests', async () => {
    const reader = readerOf(store)
    await roundTripsOf(() => reader.list('model=article&depth=1'))
    const all = Array.from({ length: 50 }, () => reader.list('model=article&depth=1'))
    assert.ok((await roundTripsOf(() => Promise.all(all))) <= 2)
  })

  describe('that writes', () => {
    const written = {
      rootId: 1,
      spaceId: 1,
      actor: 'test',
      stage: 'published',
      textFormat: 'portable_html',
      allowsMultiselect: true,
    } as const
    /** A message that nothing awaits notifies the consumers of the change log. */
    const notification = 1
    let context: WriteContext
    let id: number

    function create(words: string): Promise<number> {
      const fields = { title: words, author: 1, seo: { meta_title: 'a' } }
      return createItem(context, { ...written, model: 'article', body: { fields } })
    }

    function patch(words: string): Promise<number> {
      return patchItem(context, { ...written, id, body: { fields: { title: words } } })
    }

    before(async () => {
      context = { store, schemas: cachedSchemas(), texts: unboundedParser, now: () => 1_000 }
      await store.write((tx) => tx.ids.raise('content', items.length))
      id = await create('Hills')
    })

    /** A response that arrives in parts, between statements that wait for none of them, counts several times. */
    async function fewestRoundTripsOf(work: () => Promise<unknown>): Promise<number> {
      const counts: number[] = []
      for (let count = 0; count < 5; count++) counts.push(await roundTripsOf(work))
      return Math.min(...counts)
    }

    it('needs five round trips to create an item', async () => {
      const count = await fewestRoundTripsOf(() => create('Woods'))
      assert.ok(count <= 5 + notification, `${count} round trips`)
    })

    it('needs five round trips to change an item', async () => {
      let edits = 0
      const count = await fewestRoundTripsOf(() => patch(`Lakes ${edits++}`))
      assert.ok(count <= 5 + notification, `${count} round trips`)
    })

    it('needs eight round trips to change an item and record the event', async () => {
      const target = 'https://example.com/'
      await createWebhook(context, written, { name: 'site', target, events: ['item.published'] })
      let edits = 0
      const count = await fewestRoundTripsOf(() => patch(`Seas ${edits++}`))
      assert.ok(count <= 8 + notification, `${count} round trips`)
    })
  })
})
