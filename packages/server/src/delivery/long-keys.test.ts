/** Values that are longer than their index keys and share the same prefix. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { saveItems } from '../content/save.ts'
import { sql } from '../store/sql/sql.ts'
import type { StoreAddress } from '../store/open-store.ts'
import { openDatabase } from '../testing/open-database.ts'
import { fillSample, models, readerOf, readSchema, sampleItem } from '../testing/read-sample.ts'
import { onBothDatabases } from '../testing/stores.ts'

const title = 201
const start = '海と𠮷 '.repeat(50)
/** The last two differ from the first only by being shorter or longer. */
const titles = [`${start}b`, `${start}c`, `${start}a`, start, `${start}b and more`]
const items = titles.map((text, index) =>
  sampleItem(1 + index, models.article, { published: { [title]: text } }),
)
const inOrder = [4, 3, 1, 5, 2]

onBothDatabases('long values with the same prefix', (fresh) => {
  it('are distinguished by filters, orders and neighbours', async () => {
    const { store } = await fresh()
    await fillSample(store, items)
    const reader = readerOf(store)
    const ids = async (query: string): Promise<number[]> =>
      (await reader.list(`model=article&${query}`)).ids
    for (const [index, text] of titles.entries()) {
      assert.deepEqual(await ids(`title[eq]=${text}`), [1 + index])
    }
    assert.deepEqual(await ids(`title[eq]=${start}x`), [])
    assert.deepEqual(await ids(`title[in]=${titles[2]},${titles[0]}&order=_id`), [1, 3])
    assert.deepEqual(await ids('order=title'), inOrder)
    assert.deepEqual(await ids('order=-title'), inOrder.toReversed())
    assert.deepEqual(await ids('order=_status,title'), inOrder)
    const query = 'model=article&order=title&include=_prev,_next&select=_prev._id,_next._id'
    for (const [index, id] of inOrder.entries()) {
      const shown = await reader.get(id, query)
      assert.deepEqual(
        [shown['_prev'], shown['_next']],
        [inOrder[index - 1], inOrder[index + 1]].map((other) =>
          other === undefined ? null : { _id: other },
        ),
      )
    }
  })

  it('leave no stale rests when they change', async () => {
    const { store, address } = await fresh()
    await fillSample(store, items)
    const changed = items.map((item) =>
      sampleItem(item.id, models.article, { published: { [title]: `${start}z${item.id}` } }),
    )
    const entry = { actor: 'test', action: 'replace', at: 1, isNew: false, before: [] }
    await store.write((tx) => saveItems(tx, readSchema, changed, entry))
    const shorter = sampleItem(1, models.article, { published: { [title]: 'short' } })
    await store.write((tx) => saveItems(tx, readSchema, [shorter], entry))
    assert.deepEqual(await restsIn(address), [2, 3, 4, 5])
    const reader = readerOf(store)
    assert.deepEqual((await reader.list('model=article&order=title')).ids, [1, 2, 3, 4, 5])
  })
})

/** Items with stored rests, once for each document that has some. */
async function restsIn(address: StoreAddress): Promise<number[]> {
  const database = openDatabase(address)
  const rows = await database.read((connection) =>
    connection.all<{ item_id: number | null }>(
      sql`select item_id from document_texts t left join entries e on e.document_id = t.document_id
        where rests <> '' order by item_id`,
    ),
  )
  await database.close()
  return rows.map((row) => Number(row.item_id))
}
