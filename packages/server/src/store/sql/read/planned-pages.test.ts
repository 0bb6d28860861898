/** PostgreSQL plans once for all pages of a list, not for each page. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import pg from 'pg'
import { noting, openDatabase } from '../../../testing/open-database.ts'
import { runSql } from '../../../testing/raw-sql.ts'
import { fillSample, models, readerOf, sampleItem } from '../../../testing/read-sample.ts'
import { onBothDatabases } from '../../../testing/stores.ts'
import { numberedText, type Sql } from '../sql.ts'
import { sqlStore } from '../store.ts'

const title = 201
const lists = [
  'model=article&limit=20',
  'model=article&order=-_updated_at&limit=20',
  'limit=5',
  'model=article&limit=20&offset=40',
  'model=article&order=_published_at&limit=20&offset=40',
]

/** Enough rows that a generic plan seems worse than one for twenty rows. */
const manyEntries = `insert into entries
    (item_id, language_id, views, model_id, space_id, status, created_at, updated_at, language_mask,
      document_id)
  select 1000 + id, 1, 3, ${models.article}, 1, 'published', id, id, 1, 1000 + id
    from generate_series(1, 20000) as id`

onBothDatabases('pages', (fresh, kind) => {
  it('share one plan for similar page sizes', async () => {
    const { store: filled, address } = await fresh()
    await fillSample(filled, [sampleItem(1, models.article, { published: { [title]: 'Sea' } })])
    const noted: Sql[] = []
    const store = sqlStore(noting(openDatabase(address), noted))
    const reader = readerOf(store)
    for (const list of lists) {
      assert.deepEqual((await reader.list(list)).ids, list.includes('offset') ? [] : [1])
    }
    await store.close()
    const pageStatements = noted.filter(({ chunks }) => chunks.join('').includes('with found'))
    assert.equal(pageStatements.length, lists.length)
    if (kind === 'sqlite') return
    await runSql(address, manyEntries)
    await runSql(address, 'vacuum analyze')
    const client = new pg.Client(address.database)
    await client.connect()
    for (const [index, query] of pageStatements.entries()) {
      const name = `list ${index}`
      for (let count = 0; count < 7; count++) {
        await client.query({ name, text: numberedText(query), values: [...query.values] })
      }
    }
    const { rows } = await client.query<{ name: string; generic: number }>(
      'select name, generic_plans::int as generic from pg_prepared_statements order by name',
    )
    await client.end()
    assert.deepEqual(
      rows.map(({ name, generic }) => [name, generic]),
      pageStatements.map((_, index) => [`list ${index}`, 2]),
    )
  })
})
