/** A read that is repeated because of a write is rendered once. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createSnapshots } from '../store/cache/snapshots.ts'
import {
  addToSample,
  draftKey,
  fillSample,
  models,
  readerOf,
  readSchema,
  sampleItem,
} from '../testing/read-sample.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { getContent, listContents, type ContentsRequest } from './read-contents.ts'
import { releaseBuffer, responseBuffer } from './render.ts'

const itemOf = (id: number) => sampleItem(id, models.author, { published: {} })

/** Where the next response will be. */
function nextPlace(): number {
  const next = responseBuffer(1)
  releaseBuffer(next)
  return next.byteOffset
}

onBothDatabases('a read during a write', (fresh) => {
  it('uses no memory for a response until its result is known to be valid', async () => {
    const { store } = await fresh()
    await fillSample(store, [itemOf(1)])
    const { delivery } = readerOf(store)
    const snapshots = createSnapshots(store)
    const request = { key: draftKey, schema: readSchema, query: [] }
    const list = (one: ContentsRequest) => listContents(delivery, one)
    const item = (one: ContentsRequest) => getContent(delivery, one, '1')
    for (const [index, read] of [list, item].entries()) {
      // An uncached read has a transaction, in which nothing changes.
      await snapshots.read((reading) => read({ ...request, reading }))
      let attempts = 0
      const before = nextPlace()
      const { body } = await snapshots.read(async (reading) => {
        const reply = await read({ ...request, reading })
        attempts += 1
        if (attempts === 1) await addToSample(store, [itemOf(index + 2)])
        return reply
      })
      assert.equal(attempts, 2)
      // One byte further, if something else in the same chunk is in use.
      assert.ok(nextPlace() <= before + 1)
      releaseBuffer(await body())
    }
  })
})
