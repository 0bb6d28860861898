/** What alternatives and negations cost: the rows that the database visits are counted. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { parseListQuery } from '../../../query/parse.ts'
import {
  articleCount,
  fillManyArticles,
  rareCount,
  rowsSorted,
  rowsVisited,
} from '../../../testing/many-articles.ts'
import { noting, openDatabase } from '../../../testing/open-database.ts'
import { publishedKey, readSchema } from '../../../testing/read-sample.ts'
import { onBothDatabases, type TestStore } from '../../../testing/stores.ts'
import type { Sql } from '../sql.ts'
import { sqlStore } from '../store.ts'

const where = (json: object): string => `where=${encodeURIComponent(JSON.stringify(json))}`
const news = { kind: { eq: 'news' } }
const byAuthor = { author: { eq: articleCount + 1 } }
const kinds = { kind: { in: ['news', 'note'] } }
const titled = { title: { eq: 'Sea 000123' } }

const cases: [title: string, query: string, total: number, than: string[]][] = [
  ['of two fields', where({ $or: [news, byAuthor] }), 7_334, [where(news), where(byAuthor)]],
  [
    'of which one has two values',
    where({ $or: [kinds, byAuthor] }),
    13_667,
    ['kind[in]=news,note', where(byAuthor)],
  ],
  ['of which one is rare', where({ $or: [titled, byAuthor] }), 1_001, [where(byAuthor)]],
  [
    'through a reference',
    where({ $or: [titled, { 'author.name': { eq: 'Author 03' } }] }),
    1_000,
    [where({ 'author.name': { eq: 'Author 03' } })],
  ],
  [
    'within alternatives',
    where({ $or: [{ $or: [titled, news] }, { $and: [news, byAuthor] }] }),
    6_668,
    [where(news)],
  ],
]

const negations: [query: string, total: number, than: string][] = [
  ['kind[ne]=news', 13_333, 'kind[eq]=news'],
  ['kind[nin]=news,note', 6_666, 'kind[in]=news,note'],
  [where({ $not: byAuthor }), 19_000, where(byAuthor)],
]

const hasCount = (text: string): boolean => /count\(/i.test(text)

const rare: [query: string, total: number][] = [
  ['slug[exists]=false', rareCount],
  ['slug[exists]=false&order=title', rareCount],
  [where({ $not: { slug: { exists: true } } }), rareCount],
  ['slug[ne]=usual', 2 * rareCount],
  ['slug[nin]=usual,rare&order=kind', rareCount],
  [where({ $or: [titled, { slug: { ne: 'usual' } }] }), 1 + 2 * rareCount],
  ['author[exists]=false', 0],
]

onBothDatabases('a page with its total', (fresh) => {
  let opened: TestStore

  before(async () => {
    opened = await fresh()
    await fillManyArticles(opened)
  })

  async function read(
    query: string,
  ): Promise<{ total: number | null; rows: number; sorted: number; texts: string[] }> {
    const parsed = parseListQuery({
      key: publishedKey,
      schema: readSchema,
      query: [...new URLSearchParams(`model=article&${query}`)],
    }).query
    const statements: Sql[] = []
    const store = sqlStore(noting(openDatabase(opened.address), statements))
    await store.versions()
    statements.length = 0
    const request = { limit: 10, offset: 0, hasTotal: parsed.hasTotal }
    const { total } = await store.read(({ reading }) => reading.page(parsed.selection, request))
    await store.close()
    const texts = statements.map(({ chunks }) => chunks.join('?'))
    // Estimates are cached between requests.
    const pages = statements.filter((_, index) => texts[index]?.includes('with found'))
    const { database } = opened.address
    const sorted = database === undefined ? 0 : await rowsSorted(pages, database)
    return { total, texts, sorted, rows: await rowsVisited(pages, opened.address) }
  }

  for (const [title, query, expected, than] of cases) {
    it(`of alternatives ${title} visits less than three times as many rows as the longer one`, async () => {
      const { total, rows } = await read(query)
      assert.equal(total, expected)
      const others = await Promise.all(than.map(async (other) => (await read(other)).rows))
      assert.ok(rows < 3 * Math.max(...others), `${rows} rows, alone ${others.join()}`)
    })
  }

  it('merges alternatives that are in order of creation instead of sorting them', async () => {
    for (const either of [
      [news, byAuthor],
      [titled, byAuthor],
      [kinds, byAuthor],
    ]) {
      const { sorted } = await read(where({ $or: either }))
      assert.ok(sorted < 100, `${sorted} sorted rows`)
    }
  })

  for (const [query, expected, than] of negations) {
    it(`without matches counts only what ${than} would: ${query}`, async () => {
      const { total, rows } = await read(query)
      assert.equal(total, expected)
      const other = await read(than)
      assert.ok(rows < 1.5 * other.rows, `${rows} rows, ${other.rows} for the others`)
    })
  }

  for (const [query, expected] of rare) {
    it(`finds few items without a value with an index: ${decodeURIComponent(query)}`, async () => {
      const { total, rows } = await read(query)
      assert.equal(total, expected)
      assert.ok(rows < 300, `${rows} rows`)
    })
  }

  it('is read without a count if the total is not requested', async () => {
    for (const query of [
      'kind[eq]=news',
      'kind[ne]=news',
      'kind[nin]=news,note',
      where({ $not: byAuthor }),
      where({ $or: [news, byAuthor] }),
    ]) {
      const counted = await read(query)
      const { total, texts, rows } = await read(`${query}&total=false`)
      assert.equal(total, null)
      assert.ok(counted.texts.some((text) => text.includes('count(*)')))
      assert.deepEqual(texts.filter(hasCount), [])
      assert.ok(rows < 200, `${rows} rows`)
    }
  })

  it('finds the starts of texts with an index', async () => {
    for (const query of [
      'title[startswith]=Sea 000123',
      'title[startswith]=sea 00012&order=kind',
    ]) {
      for (const more of ['', '&total=false']) {
        const { rows } = await read(query + more)
        assert.ok(rows < 2_000, `${query}${more}: ${rows} rows`)
      }
    }
  })

  it('is planned without a count if the total is not requested', async () => {
    for (const query of [
      'kind[eq]=news&order=title',
      'kind[eq]=news&slug[exists]=false',
      'slug[ne]=usual',
      'author.name[eq]=Author 03&order=title',
      'author[exists]=false',
      'contains=sea&kind[eq]=news',
      where({ $or: [titled, { slug: { ne: 'usual' } }] }),
    ]) {
      const { texts, rows } = await read(`${query}&total=false`)
      assert.deepEqual(texts.filter(hasCount), [], query)
      assert.ok(rows < 20_000, `${query}: ${rows} rows`)
    }
  })
})
