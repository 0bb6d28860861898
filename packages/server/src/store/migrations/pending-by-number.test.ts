import assert from 'node:assert/strict'
import { it } from 'node:test'
import { olderTexts } from '../../testing/older-database.ts'
import { runSql } from '../../testing/raw-sql.ts'
import { addToSample, fillSample, models, readerOf, sampleItem } from '../../testing/read-sample.ts'
import { onBothDatabases } from '../../testing/stores.ts'
import { openStore } from '../open-store.ts'
import type { Store } from '../store.ts'

const title = 201

/** Of no other item: what most items hold is not looked up in the index. */
const wordOf = (id: number): string => `no${String(id).padStart(4, '0')}`
const titled = (id: number) =>
  sampleItem(id, models.article, { published: { [title]: `Harbour ${wordOf(id)}` } })

/** Items up to this one, which search finds once each. */
async function foundUpTo(store: Store, last: number): Promise<number[]> {
  const reader = readerOf(store)
  const found: number[] = []
  for (let id = 1; id <= last; id++) {
    const { total, ids } = await reader.list(`contains=${wordOf(id)}`)
    if (total === 1) found.push(...ids)
  }
  return found
}

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1)

/** As it was before: a list of those who wait, whatever their number. */
const olderPending = `
  ${olderTexts}
  create table search_pending (document_id integer not null primary key);
  insert into search_pending select id from documents where id in (2, 19, 20);
  delete from search_grams where rowid in (2, 19, 20);
  delete from counters where name = 'indexed document';
  delete from versions where version > 10;
`

onBothDatabases('documents that wait to be indexed', (fresh, kind) => {
  it('are found, each once, however many come at once', async () => {
    const { store } = await fresh()
    await fillSample(store, [])
    let count = 0
    for (const more of [1, 1, 13, 1, 1, 15, 16, 17, 1, 40, 2, 1]) {
      const before = count
      count += more
      await addToSample(store, upTo(count).slice(before).map(titled))
      assert.deepEqual(await foundUpTo(store, count), upTo(count))
    }
  })

  it('are found after an older version kept a list of them', async () => {
    const { store, address } = await fresh()
    await fillSample(store, upTo(20).map(titled))
    if (kind === 'sqlite') await runSql(address, olderPending)
    const opened = await openStore(address)
    assert.deepEqual(await foundUpTo(opened, 20), upTo(20))
    await addToSample(opened, [21, 22].map(titled))
    assert.deepEqual(await foundUpTo(opened, 22), upTo(22))
    await opened.close()
  })
})
