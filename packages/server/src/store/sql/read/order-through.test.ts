/** An order through a reference looks up the items of one target after the other, and ends with the page. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { genericPlansOf, noting, openDatabase } from '../../../testing/open-database.ts'
import { fillSample, models, readerOf, sampleItem } from '../../../testing/read-sample.ts'
import { onBothDatabases } from '../../../testing/stores.ts'
import type { Sql } from '../sql.ts'
import { sqlStore } from '../store.ts'

const [title, author, name] = [201, 210, 401]
const items = [
  sampleItem(1, models.author, { published: { [name]: 'Ken' } }),
  sampleItem(2, models.author, { published: { [name]: 'Aki' } }),
  ...[3, 4, 5, 6].map((id) =>
    sampleItem(id, models.article, {
      published: { [title]: `Sea ${id}`, ...(id < 6 && { [author]: 1 + (id % 2) }) },
    }),
  ),
]

onBothDatabases('an order through a reference', (fresh, kind) => {
  it('leaves PostgreSQL no other plan', async () => {
    const { store: filled, address } = await fresh()
    await fillSample(filled, items)
    const noted: Sql[] = []
    const store = sqlStore(noting(openDatabase(address), noted))
    const found = await readerOf(store).list('model=article&order=author.name')
    await store.close()
    assert.deepEqual(found.ids, [3, 5, 4, 6])
    if (kind === 'sqlite') return
    const pages = noted.filter(({ chunks }) => chunks.join('').includes('with found'))
    const [plan = ''] = await genericPlansOf(pages, address.database, 'set enable_nestloop = off')
    // A hash join would read the references of all articles.
    assert.doesNotMatch(plan, /(Hash|Merge) Cond: .*key = .*::text/)
    assert.match(plan, /Index Cond: .*key = \(?\(t.item_id\)::text/)
  })
})
