import assert from 'node:assert/strict'
import { it } from 'node:test'
import { olderEntries, olderKeys, olderTexts } from '../../testing/older-database.ts'
import { runSql } from '../../testing/raw-sql.ts'
import { sampleMedia } from '../../testing/sample-media.ts'
import { onBothDatabases } from '../../testing/stores.ts'
import { openStore } from '../open-store.ts'
import type { Item } from '../records.ts'

const media = sampleMedia({ id: 1, filename: 'Ｃａｔ.png', alts: new Map([[1, '猫']]) })
const item: Item = {
  id: 1,
  rootId: 1,
  spaceId: 1,
  modelId: 1,
  createdAt: 1,
  archivedAt: 2,
  deletedAt: null,
  languages: new Map([
    [
      1,
      {
        draft: { values: { 5: 'Ｗinter', 6: [{ 7: 'sea' }] }, updatedAt: 1 },
        published: null,
        publishedAt: null,
        lastPublishedAt: null,
      },
    ],
  ]),
}

onBothDatabases('texts of what is listed', (fresh) => {
  it('are there for what an older version stored', async () => {
    const { store, address } = await fresh()
    await store.write(async (tx) => {
      await tx.media.insert(media)
      await tx.items.insert([item])
    })
    await runSql(
      address,
      `${olderTexts} ${olderKeys} ${olderEntries} drop table media_texts; drop table away_texts;
        delete from versions where version > 4`,
    )
    const again = await openStore(address)
    try {
      const found = await again.read(async (tx) => {
        const page = { limit: 10, offset: 0 }
        const filter = { rootId: 1, spaceIds: null, types: null } as const
        const order = { by: 'created_at', isDescending: true } as const
        const files = (contains: string[]) =>
          tx.studio.media({ ...filter, state: 'active', contains, order }, page)
        const items = (contains: string[]) =>
          tx.studio.awayItems({ rootId: 1, state: 'archived', contains }, page)
        return [
          (await files(['cat', '猫'])).total,
          (await files(['dog'])).total,
          (await items(['winter', 'sea'])).ids,
          (await items(['hills'])).ids,
        ]
      })
      assert.deepEqual(found, [1, 0, [1], []])
    } finally {
      await again.close()
    }
  })
})
