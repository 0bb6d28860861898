/** Pages by cursor cost the same at every position: the rows that the database visits are counted. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { parseListQuery } from '../../../query/parse.ts'
import type { Position } from '../../../query/tree.ts'
import { genericPlansOf, noting, openDatabase } from '../../../testing/open-database.ts'
import {
  authorOf,
  createdAt,
  fillManyArticles,
  kindOf,
  rowsVisited,
  titleOf,
} from '../../../testing/many-articles.ts'
import { publishedKey, readSchema } from '../../../testing/read-sample.ts'
import { onBothDatabases, type TestStore } from '../../../testing/stores.ts'
import type { Sql } from '../sql.ts'
import { sqlStore } from '../store.ts'

const limit = 10
/** Where page 1,000 begins. */
const far = 1_000 * limit
/** Each has a hundredth of all articles. */
const authors = 100

const alternatives = JSON.stringify({
  $or: [{ kind: { eq: 'news' } }, { author: { eq: 20_001 } }],
})

interface Case {
  readonly query: string
  /** The sort values of an item in the middle. */
  values(id: number): Position['values']
}

const cases: readonly Case[] = [
  { query: '', values: (id) => [createdAt(id)] },
  { query: 'model=article&order=_created_at', values: (id) => [createdAt(id)] },
  { query: 'order=_id', values: (id) => [id] },
  { query: 'model=article&order=-_updated_at', values: (id) => [id] },
  { query: 'model=article&order=title', values: (id) => [titleOf(id)] },
  { query: 'model=article&order=-title,_id', values: (id) => [titleOf(id), id] },
  { query: 'model=article&order=kind', values: (id) => [kindOf(id)] },
  { query: 'model=article&order=kind,-title', values: (id) => [kindOf(id), titleOf(id)] },
  { query: 'model=article&kind[eq]=news', values: (id) => [createdAt(id)] },
  { query: 'model=article&kind[eq]=news&order=title', values: (id) => [titleOf(id)] },
  { query: 'model=article&order=author.name', values: (id) => [authorOf(id, authors)] },
  { query: `model=article&where=${alternatives}`, values: (id) => [createdAt(id)] },
]

onBothDatabases('a page by cursor', (fresh, kind) => {
  let opened: TestStore

  before(async () => {
    opened = await fresh()
    await fillManyArticles(opened, authors)
  })

  for (const { query, values } of cases) {
    it(`visits as many rows far down as at the start: ${query || 'everything'}`, async () => {
      const { selection } = parseListQuery({
        key: publishedKey,
        schema: readSchema,
        query: [...new URLSearchParams(`${query}&cursor=start`)],
      }).query
      const workAfter = async (after: Position | null): Promise<number> => {
        const statements: Sql[] = []
        const store = sqlStore(noting(openDatabase(opened.address), statements))
        await store.versions()
        statements.length = 0
        const request = { limit, offset: 0, after, hasTotal: false }
        const page = await store.read(({ reading }) => reading.page(selection, request))
        assert.equal(page.entries.length, limit)
        assert.ok(page.next)
        await store.close()
        const pages = statements.filter(({ chunks }) => chunks.join('').includes('with found'))
        assert.equal(pages.length, 1)
        if (kind === 'postgres') {
          const [plan = ''] = await genericPlansOf(pages, opened.address.database)
          // With a million rows, PostgreSQL would prefer an index of all ids.
          assert.doesNotMatch(plan, /key = [^)]*\) AND \(item_id [<>]/)
        }
        return rowsVisited(pages, opened.address)
      }
      const first = await workAfter(null)
      const thousandth = await workAfter({ itemId: far, values: values(far) })
      assert.ok(thousandth <= 1.5 * first, `${thousandth} rows, ${first} for the first page`)
    })
  }
})
