/** A keyword of most items is counted in another way than a rare one, with the same result. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { genericPlansOf, noting, openDatabase } from '../../../testing/open-database.ts'
import { runSql } from '../../../testing/raw-sql.ts'
import {
  draftKey,
  fillSample,
  models,
  parentKey,
  publishedKey,
  readerOf,
  sampleItem,
} from '../../../testing/read-sample.ts'
import { onBothDatabases } from '../../../testing/stores.ts'
import type { Database } from '../dialect.ts'
import type { Sql } from '../sql.ts'
import { sqlStore } from '../store.ts'
import { maxCounted } from './estimates.ts'
import { createReadCache } from './read-cache.ts'

const title = 201
const name = 401
const sea = { [title]: '海辺の町' }
const hill = { [title]: '丘の町' }
const items = [
  sampleItem(1, models.article, { published: sea }),
  sampleItem(2, models.article, { draft: sea, published: hill }),
  sampleItem(3, models.article, { draft: sea }),
  sampleItem(4, models.article, { published: hill, ja: { published: sea } }),
  sampleItem(5, models.article, { published: sea, space: 2 }),
  sampleItem(6, models.article, { published: sea, archived: true }),
  sampleItem(7, models.author, { published: { [name]: '海野' } }),
]

const keyed = { published: publishedKey, draft: draftKey, 'one space': parentKey }
const lists: [query: string, key: keyof typeof keyed, ids: number[]][] = [
  ['model=article&contains=海', 'published', [5, 1]],
  ['model=article&contains=海', 'draft', [5, 3, 2, 1]],
  ['model=article&contains=海', 'one space', [1]],
  ['model=article&contains=海&space=tokyo', 'published', [5]],
  ['model=article&contains=海辺', 'published', [5, 1]],
  ['model=article&contains=海辺の町', 'published', [5, 1]],
  ['model=article&contains=海,町', 'published', [5, 1]],
  ['model=article&contains=海&lang=ja', 'published', [4]],
  ['model=article,author&contains=海', 'published', [7, 5, 1]],
  ['contains=海', 'published', [7, 5, 1]],
  ['model=article&contains=川', 'published', []],
]

/** Grams of some hundred documents: few pages, with the long values out of line. */
const otherGrams = `insert into search_grams
  select 1000 + id, array(select generate_series(1, 400)) from generate_series(1, 400) as id;
  select gin_clean_pending_list('search_grams_index')`

const lateGrams = `insert into search_grams
  select 2000 + id, array(select generate_series(1, 400)) from generate_series(1, 100) as id;
  analyze search_grams`

onBothDatabases('a keyword that is estimated as common', (fresh, kind) => {
  it('finds the same items', async () => {
    const { store, address } = await fresh()
    await fillSample(store, items)
    const noted: Sql[] = []
    const database = openDatabase(address)
    const estimates = { get: () => maxCounted, set: () => {} }
    const cache = { ...createReadCache(), estimates }
    const reader = readerOf(sqlStore(noting(database, noted), cache))
    for (const [query, key, ids] of lists) {
      const found = await reader.list(query, keyed[key])
      assert.deepEqual([found.ids, found.total], [ids, ids.length], `${query} for ${key}`)
    }
    if (kind === 'postgres') await runSql(address, otherGrams)
    const plans = kind === 'postgres' ? await plansOf(noted, database) : []
    const joined = noted.filter(({ chunks }) => chunks.join('').includes('full join'))
    // Every list is counted this way, except those of a longer keyword and of two keywords.
    assert.equal(joined.length, kind === 'postgres' ? lists.length - 2 : 0)
    assert.equal(plans.filter((plan) => /(Hash|Merge) Full Join/.test(plan)).length, joined.length)
    assert.deepEqual(
      plans.filter((plan) => /search_grams_pkey|Seq Scan on search_grams/.test(plan)),
      [],
    )
    await database.close()
  })

  it('is counted with the index in a generic plan', async () => {
    const { store, address } = await fresh()
    await fillSample(store, items)
    const noted: Sql[] = []
    const database = openDatabase(address)
    await readerOf(sqlStore(noting(database, noted))).list('model=article&contains=海&order=title')
    await database.close()
    const searches = noted.filter(({ chunks }) => chunks.join('').includes('search_grams'))
    assert.ok(searches.length > 0)
    if (kind === 'sqlite') return
    await runSql(address, otherGrams)
    // Recent grams are in the pending list, which every search reads, so the index looks expensive.
    await runSql(address, lateGrams)
    const plans = await genericPlansOf(searches, address.database)
    assert.deepEqual(
      plans.filter((plan) => plan.includes('Seq Scan on search_grams')),
      [],
    )
  })
})

async function plansOf(statements: readonly Sql[], database: Database): Promise<string[]> {
  const plans: string[] = []
  for (const { chunks, values } of statements) {
    const [first = '', ...others] = chunks
    const explained = { chunks: [`explain ${first}`, ...others], values }
    const rows = await database.read((connection) =>
      connection.all<{ 'QUERY PLAN': string }>(explained),
    )
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
  }
  return plans
}
