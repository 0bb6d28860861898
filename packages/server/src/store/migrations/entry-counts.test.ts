import assert from 'node:assert/strict'
import { it } from 'node:test'
import { saveItems } from '../../content/save.ts'
import { olderEntries, olderTexts } from '../../testing/older-database.ts'
import { runSql } from '../../testing/raw-sql.ts'
import {
  draftKey,
  fillSample,
  models,
  readerOf,
  readSchema,
  sampleItem,
} from '../../testing/read-sample.ts'
import { onBothDatabases } from '../../testing/stores.ts'
import { openStore } from '../open-store.ts'

const words = { published: { 201: 'one' } }

onBothDatabases('entries that nobody counted', (fresh, kind) => {
  it('are counted, and from then on as they come and go', async () => {
    const { store, address } = await fresh()
    await fillSample(store, [
      sampleItem(1, models.article, words),
      sampleItem(2, models.article, { ...words, space: 2 }),
      sampleItem(3, models.author, { draft: { 401: 'Anna' } }),
    ])
    await runSql(
      address,
      `${olderTexts} ${olderEntries} drop table entry_counts; delete from versions where version > 8`,
    )
    const opened = await openStore(address)
    const reader = readerOf(opened)
    const totals = async (): Promise<number[]> => {
      const lists = [
        reader.list('model=article'),
        reader.list('model=article&space=tokyo'),
        reader.list(''),
        reader.list('', draftKey),
      ]
      return (await Promise.all(lists)).map(({ total }) => total)
    }
    assert.deepEqual(await totals(), [2, 1, 2, 3])
    await opened.write((tx) =>
      saveItems(tx, readSchema, [sampleItem(4, models.article, { ...words, space: 2 })], {
        actor: 'test',
        action: 'create',
        at: 0,
        isNew: true,
      }),
    )
    assert.deepEqual(await totals(), [3, 2, 3, 4])
    // Whoever writes: on PostgreSQL several versions may run side by side for a while.
    if (kind === 'postgres') {
      await runSql(address, 'update entries set space_id = 1 where item_id = 4')
      await runSql(address, 'delete from entries where item_id = 1')
    }
    assert.equal(await opened.read((tx) => tx.derived.miscounts()), 0)
    await opened.close()
  })
})
