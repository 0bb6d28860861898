/** Concurrent requests for pages of one list: only one of them reads the list. */
import assert from 'node:assert/strict'
import { before, beforeEach, it } from 'node:test'
import { saveItems } from '../../content/save.ts'
import type { Sql } from '../sql/sql.ts'
import { sqlStore } from '../sql/store.ts'
import type { Store } from '../store.ts'
import { clientDisconnected } from '../reader.ts'
import { openDatabase, watched } from '../../testing/open-database.ts'
import {
  fillSample,
  models,
  readerOf,
  readSchema,
  sampleItem,
  type SampleReader,
} from '../../testing/read-sample.ts'
import { onBothDatabases, type TestStore } from '../../testing/stores.ts'

const name = 401
const authors = 60
const pageLength = 5
const offsets = Array.from({ length: authors / pageLength }, (_, index) => index * pageLength)
const items = Array.from({ length: authors }, (_, index) => author(index + 1))

function author(id: number) {
  return sampleItem(id, models.author, { published: { [name]: `Author of 東京 ${id}` } })
}

function readsFullList({ chunks }: Sql): boolean {
  return chunks.join('').includes('as length from found')
}

function save(store: Store, id: number): Promise<void> {
  const audit = { actor: 'test', action: 'create', at: 0, isNew: true, before: [] }
  return store.write((tx) => saveItems(tx, readSchema, [author(id)], audit))
}

onBothDatabases('pages of one list', (fresh) => {
  let opened: TestStore
  let store: Store
  let reader: SampleReader
  let count: number
  let onFullList: (() => Promise<void> | undefined) | undefined
  let last = authors

  before(async () => {
    opened = await fresh()
    await fillSample(opened.store, items)
  })

  beforeEach(async () => {
    const database = watched(openDatabase(opened.address), (query) => {
      if (!readsFullList(query)) return undefined
      count++
      return onFullList?.()
    })
    store = sqlStore(database)
    reader = readerOf(store)
    // Reads the versions, which happens once per process.
    await reader.list('limit=1')
    count = 0
    onFullList = undefined
  })

  const page = (offset: number) =>
    reader.list(`model=author&contains=東京&order=_id&limit=${pageLength}&offset=${offset}`)
  const pages = () => Promise.all(offsets.map(page))
  const idsFrom = (offset: number) =>
    Array.from({ length: pageLength }, (_, index) => offset + index + 1)

  function assertPages(shown: Awaited<ReturnType<typeof pages>>, total: number): void {
    assert.deepEqual(
      shown.map(({ ids }) => ids),
      offsets.map(idsFrom),
    )
    assert.deepEqual(new Set(shown.map((one) => one.total)), new Set([total]))
  }

  it('need one statement for the full list', async () => {
    assertPages(await pages(), last)
    assert.equal(count, 1)
    await store.close()
  })

  it('are read by the next request if the reading request fails', async () => {
    onFullList = () => (count === 1 ? Promise.reject(clientDisconnected()) : undefined)
    const shown = await Promise.allSettled(offsets.map(page))
    const correct = shown.flatMap((one) => (one.status === 'fulfilled' ? [one.value.ids] : []))
    assert.deepEqual(correct, offsets.slice(1).map(idsFrom))
    assert.equal(count, 2)
    await store.close()
  })

  it('all fail if the database fails, and succeed afterwards', async () => {
    onFullList = () => Promise.reject(new Error('the disk is broken'))
    const shown = await Promise.allSettled(offsets.map(page))
    for (const one of shown) {
      assert.match(String(one.status === 'rejected' && one.reason), /the disk is broken/)
    }
    assert.equal(count, 1)
    onFullList = undefined
    assertPages(await pages(), last)
    await store.close()
  })

  it('show a version that is not older than the request', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    onFullList = () => {
      begin()
      return count === 1 ? released : undefined
    }
    const early = pages()
    await begun
    await save(store, ++last)
    const late = pages()
    release()
    assertPages(await late, last)
    await early
    await store.close()
  })

  it('show the version that another process wrote', async () => {
    await save(opened.store, ++last)
    assertPages(await pages(), last)
    assert.equal(count, 1)
    await save(opened.store, ++last)
    const earlier = count
    assertPages(await pages(), last)
    assert.equal(count, earlier)
    await store.close()
  })
})
