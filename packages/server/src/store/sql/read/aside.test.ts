/** Long lists are read in another thread; whatever it sees, an answer is of one state. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { saveItems } from '../../../content/save.ts'
import { openDatabase } from '../../../testing/open-database.ts'
import {
  fillSample,
  models,
  readerOf,
  readSchema,
  sampleItem,
} from '../../../testing/read-sample.ts'
import { openStore, type StoreAddress } from '../../open-store.ts'
import type { Store } from '../../store.ts'
import type { Connection, Database } from '../../dialect.ts'
import { sqlStore } from '../store.ts'
import { createReadMemory } from './memory.ts'

const title = 201
const article = (id: number) => sampleItem(id, models.article, { published: { [title]: 'sea' } })
const everythingAside = { ...createReadMemory(), mostRowsInLine: -1 }

describe('a list that is read aside', () => {
  let opened: { store: Store; address: StoreAddress }

  before(async () => {
    const address = {
      dataFolder: await mkdtemp(join(tmpdir(), 'octavo-test-')),
      database: undefined,
    }
    opened = { address, store: await openStore(address) }
    await fillSample(opened.store, [1, 2, 3].map(article))
  })
  after(async () => {
    await opened.store.close()
    await rm(opened.address.dataFolder, { recursive: true })
  })

  /** The database, with something done each time before a statement is read aside. */
  function watched(beforeAside: (count: number) => Promise<void>): Database & { asides(): number } {
    const database = openDatabase(opened.address)
    let count = 0
    const watch = (connection: Connection): Connection => ({
      all: (query) => connection.all(query),
      run: (query) => connection.run(query),
      insertRows: (...args) => connection.insertRows(...args),
      upsertRows: (...args) => connection.upsertRows(...args),
      script: (text) => connection.script(text),
      state: () => connection.state(),
      aside: async (query) => {
        await beforeAside(++count)
        return (await connection.aside?.(query)) ?? []
      },
    })
    const read: Database['read'] = (work) => database.read((connection) => work(watch(connection)))
    return { ...database, read, asides: () => count }
  }

  it('is the same', async () => {
    const database = watched(() => Promise.resolve())
    const store = sqlStore(database, everythingAside)
    const { total, ids } = await readerOf(store).list('model=article&title[contains]=sea')
    assert.deepEqual({ total, ids }, { total: 3, ids: [3, 2, 1] })
    assert.equal(database.asides(), 1)
    await store.close()
  })

  it('is not taken from a state that the request began after', async () => {
    const deed = { actor: 'test', action: 'create', at: 0, isNew: true }
    const database = watched(() =>
      opened.store.write(async (tx) => {
        await saveItems(tx, readSchema, [article(4)], deed)
      }),
    )
    const store = sqlStore(database, everythingAside)
    const { total, ids } = await readerOf(store).list('model=article&contains=sea')
    // The transaction began before the fourth was written, and all of the answer is of it.
    assert.deepEqual({ total, ids }, { total: 3, ids: [3, 2, 1] })
    assert.equal(database.asides(), 1)
    await store.close()
  })
})
