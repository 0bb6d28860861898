/** Changed items are checked by their ids alone, however many items there are. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { genericPlansOf, noting, openDatabase } from '../../../testing/open-database.ts'
import { runSql } from '../../../testing/raw-sql.ts'
import { fillSample, models, readerOf, sampleItem } from '../../../testing/read-sample.ts'
import { onBothDatabases } from '../../../testing/stores.ts'
import type { Sql } from '../sql.ts'
import { sqlStore } from '../store.ts'

const [title, author, name] = [201, 210, 401]
const article = (id: number, text: string) =>
  sampleItem(id, models.article, { published: { [title]: text, [author]: 9 } })

/** Enough rows, in two models, that PostgreSQL has a choice between plans. */
const manyEntries = `insert into entries
    (language_id, item_id, views, model_id, space_id, status, created_at, updated_at, language_mask,
      document_id)
  select 1, 1000 + id, 3, ${models.article} - id % 3, 1, 'published', id, id, 1, 1000 + id
    from generate_series(1, 20000) as id;
  insert into index_keys (language_id, field_id, key, created_at, item_id, rest_digest, views)
  select 1, ${title}, 'Sea ' || id, id, 1000 + id, '', 3 from generate_series(1, 20000) as id`

onBothDatabases('a list filtered by ids', (fresh, kind) => {
  it('looks items up by id, whatever the other conditions are', async () => {
    const { store: filled, address } = await fresh()
    const articles = [1, 2, 3, 4].map((id) => article(id, id % 2 === 0 ? 'Sea' : 'Hill'))
    const writer = sampleItem(9, models.author, { published: { [name]: 'Aki' } })
    await fillSample(filled, [...articles, writer])
    const noted: Sql[] = []
    const store = sqlStore(noting(openDatabase(address), noted))
    const found = await readerOf(store).list(
      'model=article&title[eq]=Sea&author[eq]=9&_id[in]=1,2,3&order=-title',
    )
    await store.close()
    assert.deepEqual(found.ids, [2])
    const pageStatements = noted.filter(({ chunks }) => chunks.join('').includes('with found'))
    assert.equal(pageStatements.length, 1)
    // With the plain column, an index of the whole model would seem cheaper as soon as other tests cost
    // more.
    assert.doesNotMatch(pageStatements[0]?.chunks.join('?') ?? '', /\be\.model_id =/)
    if (kind === 'sqlite') return
    await runSql(address, manyEntries)
    await runSql(address, 'vacuum analyze')
    const [plan = ''] = await genericPlansOf(pageStatements, address.database)
    const byIds = plan.matchAll(/using (\w+) on entries e.*\n.*item_id = ANY/g)
    const indexes = Array.from(byIds, ([, index]) => index)
    // One for the list, one for its length.
    assert.deepEqual(indexes, ['entries_pkey', 'entries_pkey'], plan)
  })
})
