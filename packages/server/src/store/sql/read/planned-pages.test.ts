/** PostgreSQL thinks once about how to find the pages of a list, not for each of them. */
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

/** As many as make a plan for any number of rows look worse than one for twenty. */
const manyEntries = `insert into entries
    (item_id, language_id, views, model_id, space_id, status, created_at, updated_at, language_mask,
      document_id)
  select 1000 + id, 1, 3, ${models.article}, 1, 'published', id, id, 1, 1000 + id
    from generate_series(1, 20000) as id`

onBothDatabases('pages', (fresh, kind) => {
  it('have one plan for all who ask for about as many items', async () => {
    const { store: filled, address } = await fresh()
    await fillSample(filled, [sampleItem(1, models.article, { published: { [title]: 'Sea' } })])
    const noted: Sql[] = []
    const store = sqlStore(noting(openDatabase(address), noted))
    const reader = readerOf(store)
    for (const list of lists) {
      assert.deepEqual((await reader.list(list)).ids, list.includes('offset') ? [] : [1])
    }
    await store.close()
    const asked = noted.filter(({ chunks }) => chunks.join('').includes('with found'))
    assert.equal(asked.length, lists.length)
    if (kind === 'sqlite') return
    await runSql(address, manyEntries)
    await runSql(address, 'vacuum analyze')
    const client = new pg.Client(address.database)
    await client.connect()
    for (const [index, query] of asked.entries()) {
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
      asked.map((_, index) => [`list ${index}`, 2]),
    )
  })
})
