import assert from 'node:assert/strict'
import { it } from 'node:test'
import { olderTexts } from '../../testing/older-database.ts'
import { runSql } from '../../testing/raw-sql.ts'
import { fillSample, models, readerOf, readSchema, sampleItem } from '../../testing/read-sample.ts'
import { onBothDatabases } from '../../testing/stores.ts'
import { deriveItem } from '../../content/derive.ts'
import { openStore } from '../open-store.ts'
import type { Store } from '../store.ts'

const [title, lead] = [201, 202]
const long = '海と𠮷 '.repeat(60)
const items = [
  sampleItem(1, models.article, { published: { [title]: `${long}b`, [lead]: 'Salt' } }),
  sampleItem(2, models.article, {
    draft: { [title]: `${long}a`, [lead]: `${long}Salt` },
    published: { [title]: `${long}c` },
  }),
  sampleItem(3, models.article, { published: { [lead]: 'Sea and salt' } }),
  sampleItem(4, models.article, { published: {} }),
  sampleItem(2500, models.article, { published: { [title]: 'Salt' } }),
]
const queries = [
  'contains=salt',
  'title[contains]=salt',
  'title[contains]=𠮷 c',
  `title[eq]=${long}b`,
  'order=title',
]

onBothDatabases('texts that had rows of their own', (fresh) => {
  it('are one row, find the same, and are what is derived', async () => {
    const { store, address } = await fresh()
    await fillSample(store, items)
    const before = await foundIn(store)
    // More documents than are brought over at once.
    await runSql(
      address,
      `update documents set id = 2600 where id = 5; update entries set document_id = 2600
        where document_id = 5; update document_texts set document_id = 2600 where document_id = 5;
      ${olderTexts} delete from versions where version > 12`,
    )
    const opened = await openStore(address)
    const derived = await opened.read((tx) => tx.derived.load(items.map(({ id }) => id)))
    for (const item of items) {
      const wanted = deriveItem(readSchema, item)
      const stored = derived.get(item.id)
      for (const [index, { document }] of wanted.entries.entries()) {
        const other = stored?.entries[index]?.document
        assert.deepEqual(new Set(other?.searchTexts), new Set(document.searchTexts))
        assert.deepEqual(new Set(other?.indexKeys), new Set(document.indexKeys))
      }
    }
    assert.deepEqual(await foundIn(opened), before)
    assert.deepEqual(before, [[2500, 3, 1], [2500], [2], [1], [2500, 1, 2, 3, 4]])
    await opened.close()
  })
})

async function foundIn(store: Store): Promise<number[][]> {
  const reader = readerOf(store)
  const lists = queries.map((query) => reader.list(`model=article&${query}`))
  return (await Promise.all(lists)).map(({ ids }) => ids)
}
