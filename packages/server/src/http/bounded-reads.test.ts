/** Responses to reads that exceed the query timeout. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { indexSchema } from '@octavo/schema/schema.ts'
import { saveItems } from '../content/save.ts'
import { sqlStore } from '../store/sql/store.ts'
import type { Store } from '../store/store.ts'
import { startApp, type TestApp } from '../testing/app-factory.ts'
import { openDatabase } from '../testing/open-database.ts'
import { sampleItem } from '../testing/read-sample.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { writeRoot } from '../testing/write-root.ts'

const ending: (() => Promise<unknown>)[] = []

onBothDatabases('reads that take too long', (fresh) => {
  let app: TestApp
  let key = ''
  let store: Store

  before(async () => {
    const { store: other, address } = await fresh()
    await other.write((tx) => tx.roots.insert(writeRoot))
    const items = [1, 2, 3].map((id) => sampleItem(id, 22, { published: { 201: `sea ${id}` } }))
    const auditEntry = { actor: 'test', action: 'create', at: 0, isNew: true, before: [] }
    await other.write(async (tx) => {
      await saveItems(tx, indexSchema(writeRoot), items, auditEntry)
      await tx.ids.raise('content', items.length)
    })
    // On SQLite, no query fits into a turn.
    const database = openDatabase(address, { turnUnits: 0 })
    store = sqlStore(database)
    const started = await startApp(store, { queryTimeout: 0 })
    ending.push(started.end, () => store.close())
    app = started.testApp
    key = await app.createKey({ reads: 'published' })
  })
  after(async () => {
    for (const end of ending.splice(0)) await end()
  })

  const list = '/contents?model=article&title[contains]=sea'
  const facets = '/contents?model=article&total=false&facets=kind,author,featured'
  const few = '/contents?model=article&author[exists]=false&slug[ne]=a'

  for (const path of [list, facets, `${facets}&kind[ne]=news`, few]) {
    it(`returns 503 with Retry-After: ${path}`, async () => {
      const { status, headers, text } = await app.call('GET', path, { key })
      assert.equal(status, 503)
      assert.equal(text, '{"status":"503","code":"Service Unavailable"}')
      assert.equal(headers.get('retry-after'), '5')
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.match(headers.get('x-service-detail') ?? '', /took too long/)
      assert.deepEqual(app.logged, [])
    })
  }

  it('does not cache the error', async () => {
    const started = await startApp(store)
    ending.unshift(started.end)
    const response = await started.testApp.call('GET', list, { key })
    assert.equal(response.status, 200)
    assert.equal((response.json as { total: number }).total, 3)
    const counted = await started.testApp.call('GET', facets, { key })
    assert.deepEqual((counted.json as { facets: object }).facets, {
      kind: [],
      author: [],
      featured: [{ value: false, count: 3 }],
    })
  })

  it('does not limit writes', async () => {
    const writer = await app.createKey({ reads: 'draft', writesContents: true })
    const body = { fields: {} }
    const written = await app.call('POST', '/contents/?model=author', { key: writer, body })
    assert.equal(written.status, 200, written.headers.get('x-service-detail') ?? '')
  })
})
