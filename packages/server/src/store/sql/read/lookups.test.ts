import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fillSample, models, sampleItem } from '../../../testing/read-sample.ts'
import { onBothDatabases } from '../../../testing/stores.ts'

/** Shared by both databases; cached values must be separate for each. */
const visibility = { scopes: [{ scope: 2, lacking: null }], spaceIds: null }

onBothDatabases('one item by its id', (fresh) => {
  it('is read in the dialect of each database', async () => {
    const { store } = await fresh()
    const item = sampleItem(1, models.article, { published: { 201: '海 Sea' } })
    await fillSample(store, [item])
    const [entry] = await store.read(({ reading }) => reading.entries(visibility, [1]))
    assert.equal(entry?.itemId, 1)
    assert.match(String(entry.body), /海 Sea/)
  })

  it('is the same in a batch of any size, with existing and missing ids', async () => {
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
      const entries = await reading.entries(visibility, ids)
      const bodyOf = new Map(entries.map(({ documentId, body }) => [documentId, String(body)]))
      assert.equal(bodyOf.size, count)
      const documentIds = [...bodyOf.keys()].toReversed()
      for (let size = 0; size <= count; size++) {
        const wanted = documentIds.slice(0, size)
        const found = await reading.bodies([...wanted, 999_999])
        const texts = Array.from(found, ([id, body]) => [id, String(body)] as const)
        assert.deepEqual(new Map(texts), new Map(wanted.map((id) => [id, bodyOf.get(id)])))
      }
    })
  })
})
