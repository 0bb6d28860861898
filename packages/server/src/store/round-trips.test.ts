/** Counts the round trips of a request to PostgreSQL, through a proxy on the connection. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { freshPostgresSchema, startTestPostgres, type TestPostgres } from '../testing/postgres.ts'
import { fillSample, models, readerOf, sampleItem } from '../testing/read-sample.ts'
import { openStore } from './open-store.ts'
import { cachedSchemas } from './cache/schemas.ts'
import { createItem } from '../content/write.ts'
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

  it('needs eight round trips to create an item', async () => {
    const context = { store, schemas: cachedSchemas(), texts: unboundedParser, now: () => 1_000 }
    await store.write((tx) => tx.ids.raise('content', items.length))
    const create = (words: string): Promise<number> =>
      createItem(context, {
        rootId: 1,
        spaceId: 1,
        actor: 'test',
        model: 'article',
        stage: 'published',
        textFormat: 'portable_html',
        allowsMultiselect: true,
        body: { fields: { title: words, author: 1, seo: { meta_title: 'a' } } },
      })
    await create('Hills')
    // One more message is sent that nothing awaits: the notification of the change log's consumers.
    const count = await roundTripsOf(() => create('Woods'))
    assert.ok(count <= 8 + 1, `${count} round trips`)
  })
})
