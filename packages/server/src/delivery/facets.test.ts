/** Facets of lists; `differential.test.ts` compares them with a plain model. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import fc from 'fast-check'
import { numberKey, numberOfKey } from '../fields/number-key.ts'
import {
  draftKey,
  fillSample,
  models,
  readerOf,
  sampleItem,
  type ReaderKey,
  type SampleReader,
} from '../testing/read-sample.ts'
import { onBothDatabases } from '../testing/stores.ts'

const [title, featured, kind, tags, author, name] = [201, 205, 206, 207, 210, 401]
const hiddenAuthor = 150

const items = [
  ...Array.from({ length: 120 }, (_, index) =>
    sampleItem(index + 1, models.author, { published: { [name]: `Author ${index + 1}` } }),
  ),
  sampleItem(hiddenAuthor, models.author, { draft: { [name]: 'Later' } }),
  ...Array.from({ length: 240 }, (_, index) =>
    sampleItem(1_000 + index, models.article, {
      published: {
        [title]: `Article ${index}`,
        [featured]: index % 4 === 0,
        ...(index < 100 ? { [kind]: index % 5 === 0 ? 'essay' : 'news' } : {}),
        [tags]: index % 2 === 0 ? ['sea', 'hills'] : ['sea'],
        [author]: [hiddenAuthor, hiddenAuthor, 120][index] ?? (index % 120) + 1,
      },
    }),
  ),
]

interface Facets {
  [name: string]: { value: unknown; count: number }[]
}

onBothDatabases('facets', (fresh) => {
  let reader: SampleReader

  before(async () => {
    const { store } = await fresh()
    await fillSample(store, items)
    reader = readerOf(store)
  })

  async function facetsOf(query: string, key?: ReaderKey): Promise<Facets> {
    const { body } = await reader.reply([...new URLSearchParams(query)], key)
    return (JSON.parse(String(await body())) as { facets: Facets }).facets
  }

  it('count the values of all matching items, most frequent first', async () => {
    assert.deepEqual(await facetsOf('model=article&facets=kind,tags,featured&limit=1'), {
      kind: [
        { value: 'news', count: 80 },
        { value: 'essay', count: 20 },
      ],
      tags: [
        { value: 'sea', count: 240 },
        { value: 'hills', count: 120 },
      ],
      featured: [
        { value: false, count: 180 },
        { value: true, count: 60 },
      ],
    })
  })

  it('apply all filters, also that of the facet itself', async () => {
    assert.deepEqual(await facetsOf('kind[eq]=essay&facets=kind&facets=featured'), {
      kind: [{ value: 'essay', count: 20 }],
      featured: [
        { value: false, count: 15 },
        { value: true, count: 5 },
      ],
    })
    assert.deepEqual(await facetsOf('title[eq]=nothing&facets=kind'), { kind: [] })
  })

  it('list at most 100 ids of visible items, in numerical order where counts are equal', async () => {
    const { author: shown = [] } = await facetsOf('model=article&facets=author')
    assert.equal(shown.length, 100)
    assert.deepEqual(shown[0], { value: 120, count: 3 })
    assert.deepEqual(
      shown.slice(1, 13).map(({ value }) => value),
      Array.from({ length: 12 }, (_, index) => index + 4),
    )
    assert.ok(!shown.some(({ value }) => value === hiddenAuthor))
    const { author: drafts = [] } = await facetsOf('_id[in]=1000,1001,1002&facets=author', draftKey)
    assert.deepEqual(drafts, [
      { value: hiddenAuthor, count: 2 },
      { value: 120, count: 1 },
    ])
  })

  it('are rejected for unknown fields and other types', async () => {
    const eleven = Array.from({ length: 11 }, (_, index) => `f${index}`).join(',')
    for (const names of ['colour', 'title', 'author.name', 'links.to', '_model', eleven]) {
      await assert.rejects(facetsOf(`facets=${names}`), { kind: 'badRequest' }, names)
    }
  })
})

it('numbers are read from their keys', () => {
  const number = fc
    .tuple(
      fc.integer({ min: -(10 ** 15) + 1, max: 10 ** 15 - 1 }),
      fc.integer({ min: -20, max: 20 }),
    )
    .map(([digits, exponent]) => Number(`${digits}e${exponent}`))
  fc.assert(fc.property(number, (value) => assert.equal(numberOfKey(numberKey(value)), value + 0)))
})
