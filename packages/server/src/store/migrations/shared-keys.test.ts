import assert from 'node:assert/strict'
import { it } from 'node:test'
import { olderEntries, olderKeys, olderTexts } from '../../testing/older-database.ts'
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
import { openStore } from '../open-store.ts'

const title = 201
const long = 'sea '.repeat(100)

onBothDatabases('index keys of an older version', (fresh) => {
  it('find the same, each view its own', async () => {
    const { store, address } = await fresh()
    await fillSample(store, [
      sampleItem(1, models.article, { published: { [title]: 'Sea' } }),
      sampleItem(2, models.article, { draft: { [title]: 'Salt' }, published: { [title]: 'Sea' } }),
      sampleItem(3, models.article, { draft: { [title]: long } }),
    ])
    const queries = ['title[eq]=Sea', 'title[eq]=Salt', `title[eq]=${long}`, 'order=title']
    const found = async (from: typeof store): Promise<unknown> => {
      const reader = readerOf(from)
      const lists = [publishedKey, draftKey].flatMap((key) =>
        queries.map(async (query) => (await reader.list(`model=article&${query}`, key)).ids),
      )
      return Promise.all(lists)
    }
    const before = await found(store)
    await runSql(
      address,
      `${olderTexts} ${olderKeys} ${olderEntries} delete from versions where version > 5`,
    )
    const opened = await openStore(address)
    assert.deepEqual(before, [[2, 1], [], [], [1, 2], [1], [2], [3], [2, 1, 3]])
    assert.deepEqual(await found(opened), before)
    await opened.close()
  })
})
