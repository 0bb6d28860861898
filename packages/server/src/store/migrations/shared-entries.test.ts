import assert from 'node:assert/strict'
import { it } from 'node:test'
import { olderEntries, olderTexts } from '../../testing/older-database.ts'
import { openDatabase } from '../../testing/open-database.ts'
import { runSql } from '../../testing/raw-sql.ts'
import {
  draftKey,
  fillSample,
  models,
  publishedKey,
  readerOf,
  sampleItem,
} from '../../testing/read-sample.ts'
import { onBothDatabases } from '../../testing/stores.ts'
import { openStore, type StoreAddress } from '../open-store.ts'
import { sql } from '../sql/sql.ts'

const title = 201

onBothDatabases('entries of an older version', (fresh) => {
  it('are shared by the views that show the same, and counted in each', async () => {
    const { store, address } = await fresh()
    await fillSample(store, [
      sampleItem(1, models.article, { published: { [title]: 'Sea' } }),
      sampleItem(2, models.article, { draft: { [title]: 'Salt' }, published: { [title]: 'Sea' } }),
      sampleItem(3, models.article, { draft: { [title]: 'Sand' } }),
    ])
    const rows = [
      [1, 3],
      [2, 1],
      [2, 2],
      [3, 2],
    ]
    assert.deepEqual(await viewsOf(address), rows)
    const found = async (from: typeof store): Promise<unknown> => {
      const reader = readerOf(from)
      const queries = ['order=_id', 'model=article&order=title', 'title[eq]=Salt', 'contains=sea']
      const lists = [publishedKey, draftKey].flatMap((key) =>
        queries.map(async (query) => {
          const { ids, total } = await reader.list(query, key)
          return [total, ...ids]
        }),
      )
      return Promise.all(lists)
    }
    const before = await found(store)
    await runSql(address, `${olderTexts} ${olderEntries} delete from versions where version > 9`)
    const opened = await openStore(address)
    assert.deepEqual(await viewsOf(address), rows)
    assert.deepEqual(before, [
      [2, 1, 2],
      [2, 1, 2],
      [0],
      [2, 2, 1],
      [3, 1, 2, 3],
      [3, 2, 3, 1],
      [1, 2],
      [1, 1],
    ])
    assert.deepEqual(await found(opened), before)
    assert.equal(await opened.read((tx) => tx.derived.miscounts()), 0)
    await opened.close()
  })
})

async function viewsOf(address: StoreAddress): Promise<number[][]> {
  const database = openDatabase(address)
  const rows = await database.read((connection) =>
    connection.all<{ item_id: number; views: number }>(
      sql`select item_id, views from entries where language_id = 1 order by item_id, views`,
    ),
  )
  await database.close()
  return rows.map(({ item_id, views }) => [item_id, views])
}
