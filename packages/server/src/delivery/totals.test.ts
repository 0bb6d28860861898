/** Totals are not counted for every page, but reflect every change. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { saveItems } from '../content/save.ts'
import type { Item } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import {
  fillSample,
  models,
  readerOf,
  readSchema,
  sampleItem,
  type ItemWords,
} from '../testing/read-sample.ts'
import { onBothDatabases } from '../testing/stores.ts'

const [title, author, name] = [201, 210, 401]

const authorOf = (words: ItemWords): Item => sampleItem(1, models.author, words)
const articleOf = (id: number, words: ItemWords): Item => sampleItem(id, models.article, words)

async function change(store: Store, item: Item, isNew = false): Promise<void> {
  await store.write((tx) =>
    saveItems(tx, readSchema, [item], {
      actor: 'test',
      action: 'update',
      at: 0,
      isNew,
      before: [],
    }),
  )
}

const queries = [
  'model=article',
  'model=article&author[eq]=1',
  'model=article&author.name[eq]=Anna',
  'model=article&author._id[in]=1',
  'model=article&contains=one',
  'model=article&title[contains]=one&order=title',
]

onBothDatabases('totals', (fresh) => {
  it('reflect changes of listed items and of items that a filter path leads to', async () => {
    const { store } = await fresh()
    const anna = { published: { [name]: 'Anna' } }
    const about = { published: { [title]: 'one', [author]: 1 } }
    await fillSample(store, [authorOf(anna), articleOf(11, about), articleOf(12, about)])
    const reader = readerOf(store)
    const totals = async (): Promise<number[]> => {
      const found: number[] = []
      for (const query of queries) {
        const { total, ids } = await reader.list(query)
        assert.equal(ids.length, total, query)
        found.push(total)
      }
      return found
    }
    assert.deepEqual(await totals(), [2, 2, 2, 2, 2, 2])
    await change(store, authorOf({ published: { [name]: 'Bert' } }))
    assert.deepEqual(await totals(), [2, 2, 0, 2, 2, 2])
    await change(store, authorOf({ draft: { [name]: 'Anna' } }))
    assert.deepEqual(await totals(), [2, 0, 0, 0, 2, 2])
    await change(store, authorOf({ ...anna, archived: true }))
    assert.deepEqual(await totals(), [2, 0, 0, 0, 2, 2])
    await change(store, authorOf(anna))
    assert.deepEqual(await totals(), [2, 2, 2, 2, 2, 2])
    await change(store, articleOf(12, { published: { [title]: 'two', [author]: 1 } }))
    assert.deepEqual(await totals(), [2, 2, 2, 2, 1, 1])
    await change(store, articleOf(13, about), true)
    assert.deepEqual(await totals(), [3, 3, 3, 3, 2, 2])
    await change(store, articleOf(11, { ...about, deleted: true }))
    assert.deepEqual(await totals(), [2, 2, 2, 2, 1, 1])
  })
})
