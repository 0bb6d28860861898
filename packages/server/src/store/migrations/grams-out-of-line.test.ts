import assert from 'node:assert/strict'
import { it } from 'node:test'
import { olderEntries, olderTexts } from '../../testing/older-database.ts'
import { openDatabase } from '../../testing/open-database.ts'
import { runSql } from '../../testing/raw-sql.ts'
import { fillSample, models, readerOf, sampleItem } from '../../testing/read-sample.ts'
import { onBothDatabases } from '../../testing/stores.ts'
import { openStore, type StoreAddress } from '../open-store.ts'
import { sql } from '../sql/sql.ts'

const title = 201
const count = 40
/** Of 150 characters no two of which are alike: its grams are too long to be left in a row unpacked. */
const long = (from: number): string =>
  String.fromCodePoint(...Array.from({ length: 150 }, (_, index) => 0x4e00 + from * 150 + index))

onBothDatabases('grams that lie in their rows', (fresh, kind) => {
  it('leave them, and find the same', async () => {
    const { store, address } = await fresh()
    const items = Array.from({ length: count }, (_, index) =>
      sampleItem(index + 1, models.article, { published: { [title]: `海${long(index)}` } }),
    )
    await fillSample(store, items)
    if (kind === 'postgres') {
      const saved = await pagesOfGrams(address)
      await runSql(
        address,
        `alter table search_grams reset (toast_tuple_target);
        alter table search_grams alter column grams set statistics -1;
        alter table search_grams alter column grams type bigint[] using grams || '{}'::bigint[];`,
      )
      assert.deepEqual([saved, (await pagesOfGrams(address)) > 5], [1, true])
    }
    await runSql(address, `${olderTexts} ${olderEntries} delete from versions where version > 7`)
    const opened = await openStore(address)
    if (kind === 'postgres') assert.equal(await pagesOfGrams(address), 1)
    const reader = readerOf(opened)
    const all = await reader.list('model=article&contains=海')
    const one = await reader.list(`model=article&contains=${long(3).slice(20, 26)}`)
    assert.deepEqual([all.total, one.ids], [count, [4]])
    await opened.close()
  })
})

async function pagesOfGrams(address: StoreAddress): Promise<number> {
  const database = openDatabase(address)
  const [row] = await database.read((connection) =>
    connection.all<{ pages: number }>(sql`select pg_relation_size('search_grams') / 8192 as pages`),
  )
  await database.close()
  return row?.pages ?? 0
}
