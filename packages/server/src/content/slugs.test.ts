/** Slugs of items whose text a thousand others have. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { numberedSlug } from '@octavo/schema/slugs.ts'
import { sampleField } from '../testing/sample-root.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { contextOf, importLines } from '../testing/transfer-factory.ts'
import { writeRoot } from '../testing/write-root.ts'
import { duplicateItem } from './state.ts'
import { createItem } from './write.ts'

const root = {
  ...writeRoot,
  models: writeRoot.models.map((model) =>
    model.luid === 'article'
      ? {
          ...model,
          fields: [
            sampleField('text', 201, 'title'),
            sampleField('slug', 230, 'slug', { from: 201 }),
          ],
        }
      : model,
  ),
}

const slugs = Array.from({ length: 1000 }, (_, index) =>
  index === 0 ? 'tea' : numberedSlug('tea', index + 1),
)
const lineOf = (slug: string | undefined) => ({
  model: 'article',
  published: false,
  fields: { title: 'Tea', ...(slug !== undefined && { slug }) },
})

onBothDatabases('slugs that a thousand items have', (fresh) => {
  it('get a number after the id of the item, also if it is new', async () => {
    const opened = await fresh()
    const { store } = opened
    await store.write((tx) => tx.roots.insert(root))
    // The slug that the second new item would get has been set by hand.
    const before = await importLines(opened, [...slugs, 'tea-2004'].map(lineOf))
    assert.deepEqual(before.problems, [])
    const place = { rootId: 1, spaceId: 1, actor: 'test' }
    const create = () =>
      createItem(contextOf(store), {
        ...place,
        model: 'article',
        stage: 'draft',
        body: { fields: { title: 'Tea' } },
        textFormat: 'markdown',
        allowsMultiselect: false,
      })
    const slugOf = async (id: number): Promise<unknown> => {
      const [item] = await store.read((tx) => tx.items.load([id]))
      return item?.languages.values().next().value?.draft?.values[230]
    }
    assert.equal(await slugOf(await create()), 'tea-2003')
    const copy = await duplicateItem(contextOf(store), { ...place, id: 1 })
    assert.equal(copy, 1003)
    assert.equal(await slugOf(copy), 'tea-2005')
    assert.equal(await slugOf(await create()), 'tea-2006')
    const { imported } = await importLines(opened, [lineOf(undefined), lineOf(undefined)])
    assert.equal(imported, 2)
    assert.deepEqual(await Promise.all([slugOf(1005), slugOf(1006)]), ['tea-2007', 'tea-2008'])
  })
})
