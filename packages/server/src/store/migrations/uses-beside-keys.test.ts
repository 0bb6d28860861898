import assert from 'node:assert/strict'
import { it } from 'node:test'
import { pointingKeys } from '../../content/pointers.ts'
import { openDatabase } from '../../testing/open-database.ts'
import { olderTexts } from '../../testing/older-database.ts'
import { runSql } from '../../testing/raw-sql.ts'
import { fillSample, models, readSchema, sampleItem } from '../../testing/read-sample.ts'
import { onBothDatabases } from '../../testing/stores.ts'
import { openStore, type StoreAddress } from '../open-store.ts'
import { sql } from '../sql/sql.ts'

const [title, cover, author, blocks] = [201, 209, 210, 212]

/** As it was before: whatever is pointed at was noted. */
const olderUses = `
  ${olderTexts}
  insert into uses (kind, target_id, item_id)
    select distinct 'item', cast(key as bigint), item_id from index_keys where field_id = ${author};
  delete from versions where version > 11;
`

onBothDatabases('what an older version noted of pointers', (fresh) => {
  it('stays where no index key tells it', async () => {
    const { store, address } = await fresh()
    await fillSample(store, [
      sampleItem(1, models.article, { published: { [title]: '7', [author]: 7, [cover]: 7 } }),
      sampleItem(2, models.article, { draft: { [author]: 8 }, published: { [author]: 7 } }),
      sampleItem(3, models.article, { published: { [author]: 7 }, archived: true }),
      sampleItem(4, models.article, { published: { [blocks]: [{ set: 12, values: { 312: 7 } }] } }),
    ])
    const rows = [
      ['item', 7, 3],
      ['item', 7, 4],
      ['media', 7, 1],
    ]
    assert.deepEqual(await usesIn(address), rows)
    await runSql(address, olderUses)
    assert.equal((await usesIn(address)).length, rows.length + 3)
    const opened = await openStore(address)
    assert.deepEqual(await usesIn(address), rows)
    const filter = {
      rootId: readSchema.root.id,
      kind: 'item',
      targetIds: [7],
      exceptIds: [],
      spaceIds: null,
      keys: pointingKeys(readSchema),
    } as const
    const found = await opened.read((tx) => tx.studio.referrers(filter, { limit: 10, offset: 0 }))
    assert.deepEqual(found, { ids: [4, 3, 2, 1], total: 4 })
    await opened.close()
  })
})

async function usesIn(address: StoreAddress): Promise<unknown[][]> {
  const database = openDatabase(address)
  const rows = await database.read((connection) =>
    connection.all<Record<string, unknown>>(
      sql`select kind, target_id, item_id from uses order by kind, target_id, item_id`,
    ),
  )
  await database.close()
  return rows.map((row) => Object.values(row))
}
