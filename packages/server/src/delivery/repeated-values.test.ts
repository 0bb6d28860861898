/** Filters with the same value several times, and with no value at all. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import {
  fillSample,
  models,
  readerOf,
  sampleItem,
  type SampleReader,
} from '../testing/read-sample.ts'
import { onBothDatabases } from '../testing/stores.ts'

const [title, kind, tags, author, name] = [201, 206, 207, 210, 401]

const items = [
  sampleItem(1, models.author, { published: { [name]: 'Anna' } }),
  sampleItem(2, models.author, { draft: { [name]: 'Later' } }),
  sampleItem(3, models.article, {
    published: { [title]: 'sea', [kind]: 'news', [tags]: ['sea'], [author]: 1 },
  }),
  sampleItem(4, models.article, {
    published: { [title]: 'hills', [kind]: 'essay', [tags]: ['sea', 'hills'], [author]: 2 },
  }),
  sampleItem(5, models.article, { published: { [title]: 'none' } }),
]
const all = [1, 3, 4, 5]
const articles = [3, 4, 5]

onBothDatabases('values of filters', (fresh) => {
  let reader: SampleReader

  before(async () => {
    const { store } = await fresh()
    await fillSample(store, items)
    reader = readerOf(store)
  })

  async function assertFound(query: string, ids: number[]): Promise<void> {
    const found = await reader.list(`${query}&order=_id`)
    assert.deepEqual(found.ids, ids, query)
    assert.equal(found.total, ids.length, query)
  }

  async function assertWhere(where: object, ids: number[], query = ''): Promise<void> {
    await assertFound(`where=${encodeURIComponent(JSON.stringify(where))}${query}`, ids)
  }

  it('can be repeated without effect', async () => {
    await assertFound('kind[in]=news,news', [3])
    await assertFound('kind[in]=news,essay,news', [3, 4])
    await assertFound('kind[nin]=news,news', [4, 5])
    await assertFound('_title[in]=sea,sea', [3])
    await assertFound('_title[nin]=sea,sea', [1, 4, 5])
    await assertFound('_title[in]=,sea,', [3])
    await assertFound('author[in]=1,1', [3])
    await assertFound('author.name[in]=Anna,Anna', [3])
    await assertFound('_id[in]=3,3', [3])
    await assertFound('_id[nin]=3,3', [1, 4, 5])
    await assertFound('tags[hasany]=sea,sea', [3, 4])
    await assertFound('tags[hasall]=hills,hills', [4])
    await assertWhere({ $not: { $or: [{ kind: { nin: ['news', 'news'] } }] } }, [1, 3])
  })

  it('can be missing: nothing is one of them', async () => {
    for (const field of ['title', 'kind', 'author']) {
      await assertWhere({ [field]: { in: [] } }, [])
      await assertWhere({ [field]: { nin: [] } }, articles)
      await assertWhere({ [field]: { nin: [] } }, articles, '&model=article')
      await assertWhere({ $not: { [field]: { in: [] } } }, all)
      await assertWhere({ $not: { [field]: { nin: [] } } }, [1])
      await assertWhere({ $or: [{ [field]: { in: [] } }, { title: { eq: 'sea' } }] }, [3])
    }
    await assertWhere({ tags: { hasany: [] } }, [])
    await assertWhere({ 'author.name': { in: [] } }, [])
    await assertWhere({ 'author.name': { nin: [] } }, articles)
    for (const property of ['_id', '_model', '_space', '_status', '_title']) {
      await assertWhere({ [property]: { in: [] } }, [])
      await assertWhere({ [property]: { nin: [] } }, all)
    }
  })
})
