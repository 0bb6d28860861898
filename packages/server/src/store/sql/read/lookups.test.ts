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
    const [entry] = await store.read(({ reading }) => reading.entries(sight, [1], () => []))
    assert.equal(entry?.itemId, 1)
    assert.match(String(entry.body), /海 Sea/)
  })
})
