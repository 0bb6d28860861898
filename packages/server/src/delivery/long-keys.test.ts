/** Values that are longer than what an index has of them, and that begin alike. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { saveItems } from '../content/save.ts'
import { fillSample, models, readerOf, readSchema, sampleItem } from '../testing/read-sample.ts'
import { runSql } from '../testing/raw-sql.ts'
import { onBothDatabases } from '../testing/stores.ts'

const title = 201
const start = '海と塩 '.repeat(50)
/** The last two differ from the first only in what they lack or have more. */
const titles = [`${start}b`, `${start}c`, `${start}a`, start, `${start}b and more`]
const items = titles.map((text, index) =>
  sampleItem(1 + index, models.article, { published: { [title]: text } }),
)
const inOrder = [4, 3, 1, 5, 2]

onBothDatabases('long values that begin alike', (fresh) => {
  it('are told apart by filters, orders and neighbours', async () => {
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

  it('leave nothing behind when they change', async () => {
    const { store, address } = await fresh()
    await fillSample(store, items)
    const changed = items.map((item) =>
      sampleItem(item.id, models.article, { published: { [title]: `${start}z${item.id}` } }),
    )
    const deed = { actor: 'test', action: 'replace', at: 1, isNew: false }
    await store.write((tx) => saveItems(tx, readSchema, changed, deed))
    const shorter = sampleItem(1, models.article, { published: { [title]: 'short' } })
    await store.write((tx) => saveItems(tx, readSchema, [shorter], deed))
    // A second row of any item could not be added.
    await runSql(address, 'create unique index one_each on key_rests (item_id)')
    const reader = readerOf(store)
    assert.deepEqual((await reader.list('model=article&order=title')).ids, [1, 2, 3, 4, 5])
  })
})
