/** A search in one statement returns the same as separate queries for the page and the total. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { MediaFilter } from '../../../query/media-filter.ts'
import { sampleMedia } from '../../../testing/sample-media.ts'
import { onBothDatabases, type TestStore } from '../../../testing/stores.ts'
import type { Window } from '../../studio-reads.ts'

const names = ['c.png', 'a.png', 'b.png', 'a.png', 'other.gif']

async function filled({ store }: TestStore): Promise<TestStore['store']> {
  await store.write(async (tx) => {
    for (const [at, filename] of names.entries()) {
      await tx.media.insert(sampleMedia({ id: at + 1, filename }))
    }
  })
  return store
}

onBothDatabases('a page of ids', (fresh) => {
  it('is sorted, with ties by id, and has the total even beyond the last page', async () => {
    const store = await filled(await fresh())
    const page = async (
      contains: string[],
      isDescending: boolean,
      window: Window,
    ): Promise<[number, number[]]> => {
      const base = { rootId: 1, state: 'active', spaceIds: null, types: null } as const
      const labels = { folder: null, tags: [], withoutAlt: null }
      const order = { by: 'filename', isDescending } as const
      const filter: MediaFilter = { ...base, ...labels, contains, order }
      const { media, total } = await store.read((tx) => tx.studio.media(filter, window))
      return [total, media.map(({ id }) => id)]
    }
    const all = { limit: 10, offset: 0 }
    assert.deepEqual(await page([], false, all), [5, [2, 4, 3, 1, 5]])
    assert.deepEqual(await page(['png'], false, all), [4, [2, 4, 3, 1]])
    assert.deepEqual(await page(['png'], true, all), [4, [1, 3, 4, 2]])
    assert.deepEqual(await page(['png'], false, { limit: 2, offset: 1 }), [4, [4, 3]])
    assert.deepEqual(await page(['png'], false, { limit: 2, offset: 9 }), [4, []])
    assert.deepEqual(await page(['nothing'], false, all), [0, []])
  })
})
