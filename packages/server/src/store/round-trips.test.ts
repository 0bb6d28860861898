/** How often a request has to wait for PostgreSQL, seen on the wire between them. */
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
  let waits = 0
  /** Connections with a transaction that has not ended. */
  const inTransaction = new Set<Socket>()
  const sockets = new Set<Socket>()

  /** Counts each time that something is sent after something came back. */
  function pass(client: Socket, target: URL): void {
    const server = connect(Number(target.port), target.hostname)
    let isSending = false
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    client.on('data', (chunk) => {
      if (!isSending) waits++
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
    // The connection for version checks is opened, and its statements are prepared.
    for (let count = 0; count < 2; count++) await store.versions()
  })
  after(async () => {
    await store.close()
    for (const socket of sockets) socket.destroy()
    proxy.close()
    await postgres.stop()
  })

  async function waitsFor(work: () => Promise<unknown>): Promise<number> {
    const earlier = waits
    await work()
    const count = waits - earlier
    // Nobody waits for the end of a transaction that reads, but it must not count for what follows.
    while (inTransaction.size > 0) await new Promise((resolve) => setImmediate(resolve))
    return count
  }

  it('waits twice for a list of depth 1 that nobody asked for before', async () => {
    // Connections are made, and statements prepared, once.
    await readerOf(store).list('model=article&limit=2&depth=1')
    const fresh = readerOf(store)
    const count = await waitsFor(() => fresh.list('model=article&limit=2&depth=1'))
    assert.ok(count <= 2, `${count} round trips`)
  })

  it('waits once for what is known', async () => {
    const reader = readerOf(store)
    await waitsFor(() => reader.list('model=article&depth=1'))
    assert.equal(await waitsFor(() => reader.list('model=article&depth=1')), 1)
    await waitsFor(() => reader.get(3, 'depth=1'))
    assert.equal(await waitsFor(() => reader.get(3, 'depth=1')), 1)
  })

  it('waits once for many who ask at the same time, and once more for those who came later', async () => {
    const reader = readerOf(store)
    await waitsFor(() => reader.list('model=article&depth=1'))
    const all = Array.from({ length: 50 }, () => reader.list('model=article&depth=1'))
    assert.ok((await waitsFor(() => Promise.all(all))) <= 2)
  })

  it('waits eight times to make an item', async () => {
    const context = { store, schemas: cachedSchemas(), texts: unboundedParser, now: () => 1_000 }
    await store.write((tx) => tx.ids.raise('content', items.length))
    const make = (words: string): Promise<number> =>
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
    await make('Hills')
    // Once more something is sent that nobody waits for: those who follow are told.
    const count = await waitsFor(() => make('Woods'))
    assert.ok(count <= 8 + 1, `${count} round trips`)
  })
})
