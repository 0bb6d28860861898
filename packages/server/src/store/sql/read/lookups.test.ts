import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fillSample, models, sampleItem } from '../../../testing/read-sample.ts'
import { onBothDatabases } from '../../../testing/stores.ts'

/** One for both databases: what is remembered by it is for one of them. */
const sight = { scopes: [{ scope: 2, lacking: null }], spaceIds: null }

onBothDatabases('one item by its id', (fresh) => {
  it('is read by each database in its own words', async () => {
    const { store } = await fresh()
    const item = sampleItem(1, models.article, { published: { 201: '海 Sea' } })
    await fillSample(store, [item])
    const [entry] = await store.read(({ reading }) => reading.entries(sight, [1]))
    assert.equal(entry?.itemId, 1)
    assert.match(String(entry.body), /海 Sea/)
  })

  it('comes with others as it does alone, however many are asked for, there or not', async () => {
    const { store } = await fresh()
    const count = 40
    const items = Array.from({ length: count }, (_, index) =>
      sampleItem(1 + index, models.article, {
        published: { 201: `${'海'.repeat(index)} Sea ${'x'.repeat(index % 7)}` },
      }),
    )
    await fillSample(store, items)
    await store.read(async ({ reading }) => {
      const ids = items.map(({ id }) => id)
      const entries = await reading.entries(sight, ids)
      const bodyOf = new Map(entries.map(({ documentId, body }) => [documentId, String(body)]))
      assert.equal(bodyOf.size, count)
      const documentIds = [...bodyOf.keys()].toReversed()
      for (let asked = 0; asked <= count; asked++) {
        const wanted = documentIds.slice(0, asked)
        const found = await reading.bodies([...wanted, 999_999])
        const texts = Array.from(found, ([id, body]) => [id, String(body)] as const)
        assert.deepEqual(new Map(texts), new Map(wanted.map((id) => [id, bodyOf.get(id)])))
      }
    })
  })
})
