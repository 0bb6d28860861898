/** SQLite has no statistics by default: the shape of a statement alone must determine its plan. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { noting, openDatabase } from '../../../testing/open-database.ts'
import { fillSample, models, readerOf, sampleItem } from '../../../testing/read-sample.ts'
import type { Database } from '../dialect.ts'
import { openStore } from '../../open-store.ts'
import type { Sql } from '../sql.ts'
import { sqlStore } from '../store.ts'
import { createReadCache } from './read-cache.ts'

const article = 11
const items = [
  sampleItem(1, models.author, { published: { 401: 'Anna' } }),
  sampleItem(article, models.article, { published: { 201: 'one', 205: true, 210: 1 } }),
]

/** Tables and aliases with content, which must never be scanned completely. */
const fullScan =
  /^SCAN (entries|index_keys|items|documents|document_texts|e|i|ke|k_\w+|s_\w+|d)\b(?! USING (COVERING )?INDEX)/

interface Case {
  readonly query: string
  readonly uses: RegExp
  readonly id?: number
  /** Whether a table is scanned. */
  readonly isFullScan?: boolean
  /** The estimates for the size and for every condition. */
  readonly counts?: readonly number[]
}

const many = [200_000, 100_000]
const few = [200_000, 3]

const cases: readonly Case[] = [
  {
    query: 'model=article',
    uses: /SEARCH e USING COVERING INDEX entries_of_model \(language_id=\? AND model_id=\?\)/,
  },
  { query: '', uses: /SEARCH e USING COVERING INDEX entries_newest \(language_id=\?\)/ },
  {
    query: 'space=tokyo',
    uses: /SEARCH e USING INDEX entries_of_space \(language_id=\? AND space_id=\?\)|SEARCH e USING COVERING INDEX entries_of_space/,
  },
  { query: 'order=_id&model=article', uses: /SEARCH items USING (COVERING )?INDEX items_by_model/ },
  {
    query: 'order=_id',
    // In the order of the table, no further than the page.
    uses: /SCAN e\nUSE TEMP B-TREE FOR LAST TERM OF ORDER BY\n/,
    isFullScan: true,
  },
  {
    query: 'order=-_updated_at&model=article',
    uses: /INDEX entries_by_update \(language_id=\? AND model_id=\?\)/,
  },
  {
    query: 'order=_published_at&model=article',
    uses: /INDEX entries_by_publication \(language_id=\? AND model_id=\?/,
  },
  {
    query: 'order=-_last_published_at&model=article',
    uses: /INDEX entries_by_last_publication \(language_id=\? AND model_id=\?/,
  },
  {
    query: 'order=-_title&model=article',
    uses: /SEARCH ke USING PRIMARY KEY \(language_id=\? AND field_id=\?\)/,
  },
  {
    query: 'model=article&slug[eq]=x',
    uses: /SEARCH ke USING PRIMARY KEY \(language_id=\? AND field_id=\? AND key=\?\)/,
  },
  {
    query: 'model=article&slug[eq]=x&_created_at[lt]=2026-01-01T00:00:00Z',
    counts: few,
    uses: /key=\? AND created_at<\?/,
  },
  {
    query: 'model=article&slug[eq]=x&order=title',
    counts: many,
    uses: /SEARCH k_ke USING PRIMARY KEY \(language_id=\? AND field_id=\? AND key=\? AND created_at=\? AND item_id=\?\)/,
  },
  {
    query: 'model=article&slug[eq]=x&order=title',
    counts: few,
    uses: /SEARCH ke USING PRIMARY KEY \(language_id=\? AND field_id=\? AND key=\?\)/,
  },
  {
    query: 'model=article&starts_at[gte]=2026-01-01T00:00:00Z&order=starts_at',
    uses: /SEARCH ke USING PRIMARY KEY \(language_id=\? AND field_id=\? AND key>\?\)/,
  },
  {
    query: 'model=article&starts_at[gte]=2026-01-01T00:00:00Z&starts_at[lt]=2026-02-01T00:00:00Z',
    counts: few,
    uses: /SEARCH ke USING PRIMARY KEY \(language_id=\? AND field_id=\? AND key>\? AND key<\?\)/,
  },
  {
    query: 'model=article&author.name[eq]=Anna',
    counts: few,
    uses: /SEARCH kte USING PRIMARY KEY \(language_id=\? AND field_id=\? AND key=\?\)/,
  },
  {
    query: 'model=article&author.name[eq]=Anna',
    counts: many,
    uses: /SEARCH t_e USING (PRIMARY KEY|COVERING INDEX \w+) \(\w+=\? AND \w+=\?\)/,
  },
  {
    query: 'model=article&_id[in]=1,2,3,4,5,6&kind[eq]=news',
    uses: /^(?![^]*SEARCH e USING (COVERING )?INDEX)[^]*SEARCH e USING PRIMARY KEY \(item_id=\? AND language_id=\?\)/,
  },
  {
    query: 'model=article&contains=sea',
    counts: few,
    uses: /SEARCH e USING (COVERING )?INDEX entries_by_document \(document_id=\? AND language_id=\? AND model_id=\?\)/,
  },
  {
    query: 'model=article&contains=sea',
    counts: many,
    uses: /SEARCH x_e USING INTEGER PRIMARY KEY \(rowid=\?\)/,
  },
  {
    // The full list, without searching texts.
    query: 'model=article&contains=海',
    counts: [10_000, 9_000],
    uses: /^(?![^]*SEARCH x_e)[^]*entries_by_document \(document_id=\? AND language_id=\? AND model_id=\?\)/,
  },
  {
    // Each alternative has its own walk.
    query: `model=article&where=${JSON.stringify({ $or: [{ slug: { eq: 'x' } }, { kind: { eq: 'news' } }] })}`,
    counts: few,
    uses: /(SEARCH ke USING PRIMARY KEY \(language_id=\? AND field_id=\? AND key=\?\)[^]*){2}/,
  },
  {
    query: 'model=article&title[startswith]=sea',
    counts: few,
    uses: /SEARCH ke USING PRIMARY KEY \(language_id=\? AND field_id=\? AND key>\? AND key<\?\)/,
  },
  {
    query: 'model=article&title[startswith]=%E6%B5%B7',
    counts: few,
    uses: /entries_by_document \(document_id=\? AND language_id=\? AND model_id=\?\)/,
  },
  {
    // One walk for each value, in order of creation.
    query: 'model=article&kind[in]=news,essay',
    uses: /^(?![^]*USE TEMP B-TREE FOR UNION)([^]*SEARCH ke USING PRIMARY KEY \(language_id=\? AND field_id=\? AND key=\?\)){2}/,
  },
  {
    query: 'model=article&order=-author.name',
    uses: /SEARCH t USING PRIMARY KEY \(language_id=\? AND field_id=\?\)\n[^]*SEARCH ke USING PRIMARY KEY \(language_id=\? AND field_id=\? AND key=\?\)/,
  },
  {
    query: 'model=article&include=_next',
    id: article,
    uses: /entries_of_model \(language_id=\? AND model_id=\? AND created_at<\?\)/,
  },
  {
    query: 'model=article&include=_prev,_next&order=title',
    id: article,
    uses: /SEARCH ke USING PRIMARY KEY \(language_id=\? AND field_id=\? AND key>\?\)/,
  },
  {
    query: 'model=article&include=_next&kind[eq]=news',
    id: article,
    uses: /SEARCH ke USING PRIMARY KEY \(language_id=\? AND field_id=\? AND key=\? AND created_at<\?\)/,
  },
]

describe('plans on SQLite', () => {
  let folder: string
  let database: Database
  const noted: Sql[] = []

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'octavo-plans-'))
    const store = await openStore({ dataFolder: folder, database: undefined })
    await fillSample(store, items)
    await store.close()
    database = openDatabase({ dataFolder: folder, database: undefined })
  })

  after(async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })

  for (const { query, uses, id, counts, isFullScan } of cases) {
    it(`${query || 'everything'}${counts ? ` with counts ${counts.join()}` : ''}`, async () => {
      noted.length = 0
      const [size, count] = counts ?? []
      const estimates = {
        get: (key: string) => (key.startsWith('[[') ? size : count),
        set: () => {},
      }
      const cache = counts ? { ...createReadCache(), estimates } : createReadCache()
      const reader = readerOf(sqlStore(noting(database, noted), cache))
      await (id === undefined ? reader.list(query) : reader.get(id, query))
      const plans = await Promise.all(noted.map((statement) => planOf(database, statement)))
      const lines = plans.flat()
      assert.match(lines.join('\n'), uses)
      const scans = lines.filter((line) => fullScan.test(line))
      assert.deepEqual(scans, isFullScan ? ['SCAN e'] : [])
    })
  }

  for (const { count, isFullScan } of [
    { count: 3, isFullScan: true },
    { count: 10_000, isFullScan: false },
  ]) {
    it(`read ${isFullScan ? 'all' : 'only a page'} of ${count} items if a walk returns the page`, async () => {
      noted.length = 0
      const get = (key: string): number => (key.startsWith('[[') ? 200_000 : count)
      const cache = { ...createReadCache(), estimates: { get, set: () => {} } }
      const reader = readerOf(sqlStore(noting(database, noted), cache))
      await reader.list('model=article&kind[eq]=news&order=title&limit=1')
      const texts = noted.map(({ chunks }) => chunks.join('?'))
      assert.equal(
        texts.some((text) => text.includes('count(*) as length from found')),
        isFullScan,
      )
    })
  }

  it('read each estimate once, because it may be evicted before a second look-up', async () => {
    let lookups = 0
    const estimates = {
      get: (key: string) => (key.startsWith('[[') ? [200_000][lookups++] : 3),
      set: () => {},
    }
    noted.length = 0
    const cache = { ...createReadCache(), estimates }
    await readerOf(sqlStore(noting(database, noted), cache)).list('model=article&contains=sea')
    const texts = noted.map(({ chunks }) => chunks.join('?'))
    assert.deepEqual(
      texts.filter((text) => text.includes('indexed by entries_of_model')),
      [],
    )
  })
})

async function planOf(database: Database, { chunks, values }: Sql): Promise<string[]> {
  const [first = '', ...others] = chunks
  const explained = { chunks: [`explain query plan ${first}`, ...others], values }
  const rows = await database.read((connection) => connection.all<{ detail: string }>(explained))
  return rows.map(({ detail }) => detail)
}
