import assert from 'node:assert/strict'
import { it } from 'node:test'
import { olderEntries, olderKeys, olderTexts } from '../../testing/older-database.ts'
import { runSql, withoutGrams } from '../../testing/raw-sql.ts'
import { fillSample, models, readerOf, sampleItem } from '../../testing/read-sample.ts'
import { onBothDatabases } from '../../testing/stores.ts'
import { openStore } from '../open-store.ts'

const title = 201

onBothDatabases('a database of an older version', (fresh, kind) => {
  it('is found through again once it was opened', async () => {
    const { store, address } = await fresh()
    const items = [1, 2].map((id) =>
      sampleItem(id, models.article, { published: { [title]: `Harbour ${id}` } }),
    )
    await fillSample(store, items)
    await runSql(address, withoutGrams(kind, 'select id from documents'))
    const lost = await readerOf(store).list('contains=arbou')
    assert.equal(lost.total, 0)
    await runSql(
      address,
      `${olderTexts} ${olderKeys} ${olderEntries} drop table media_texts; drop table away_texts;
        delete from versions where version > 3`,
    )
    const opened = await openStore(address)
    const found = await readerOf(opened).list('contains=arbou')
    assert.equal(found.total, 2)
    await opened.close()
  })
})
