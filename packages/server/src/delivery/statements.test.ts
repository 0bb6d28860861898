/** How many statements a read takes, regardless of its size. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { createDocumentCache } from './document-cache.ts'
import { sqlStore } from '../store/sql/store.ts'
import type { Sql } from '../store/sql/sql.ts'
import { noting, openDatabase } from '../testing/open-database.ts'
import {
  fillSample,
  models,
  readerOf,
  sampleItem,
  type SampleReader,
} from '../testing/read-sample.ts'
import { onBothDatabases, type TestStore } from '../testing/stores.ts'

const [title, cover, author, links, label, to, name] = [201, 209, 210, 211, 321, 323, 401]
const authors = 30
const articles = 120

const items = [
  ...Array.from({ length: authors }, (_, index) =>
    sampleItem(index + 1, models.author, { published: { [name]: `Author ${index}` } }),
  ),
  ...Array.from({ length: articles }, (_, index) =>
    sampleItem(authors + index + 1, models.article, {
      published: {
        [title]: `Article ${index}`,
        [cover]: index + 1,
        [author]: (index % authors) + 1,
        [links]: [1, 7, 31].map((step) => ({
          [label]: 'more',
          [to]: authors + ((index * step) % articles) + 1,
        })),
      },
    }),
  ),
]

const queries = [
  '',
  'model=article',
  'model=article&limit=1',
  'model=article&order=title',
  'model=article&title[eq]=Article 7',
  'model=article&author.name[eq]=Author 3&title[contains]=1&order=title',
  'links.label[eq]=more&author[in]=1,2,3&contains=art,1&order=-_updated_at,title',
  'model=article&select=title,links.to.author.name',
  'lang=ja&lang_fallback=true&author.name[contains]=author&order=title',
]

onBothDatabases('statements', (fresh) => {
  const statements: Sql[] = []
  let opened: TestStore
  let reader: SampleReader

  before(async () => {
    opened = await fresh()
    await fillSample(opened.store, items)
  })

  for (const query of queries) {
    for (const depth of [0, 1, 2, 3]) {
      it(`a list takes at most 3 + ${depth} statements: ${query || 'everything'}`, async () => {
        const store = sqlStore(noting(openDatabase(opened.address), statements))
        reader = readerOf(store, { maxResponseBytes: 50_000_000 })
        // The versions are read once per process.
        await store.versions()
        for (const state of ['cold', 'warm', 'warm']) {
          statements.length = 0
          await reader.list(`${query}&depth=${depth}`)
          assert.ok(statements.length <= 3 + depth, `${statements.length} statements, ${state}`)
        }
        await store.close()
      })
    }
  }

  for (const query of [
    '',
    'model=article',
    'model=article&title[eq]=Article 7&order=-_created_at',
  ]) {
    it(`nothing is counted without a total: ${query || 'everything'}`, async () => {
      const store = sqlStore(noting(openDatabase(opened.address), statements))
      reader = readerOf(store)
      await store.versions()
      const countsIn = async (total: string): Promise<number> => {
        statements.length = 0
        await reader.list(`${query}&limit=7&total=${total}`)
        return statements.filter(({ chunks }) => /count\(|entry_counts/.test(chunks.join('')))
          .length
      }
      assert.equal(await countsIn('false'), 0)
      assert.equal(await countsIn('true'), 1)
      await store.close()
    })
  }

  it('a cached item takes no statement on SQLite, and one version check on PostgreSQL', async () => {
    const store = sqlStore(noting(openDatabase(opened.address), statements))
    reader = readerOf(store)
    await reader.get(authors + 1, 'depth=1')
    statements.length = 0
    await reader.get(authors + 1, 'depth=1')
    assert.equal(statements.length, store.kind === 'sqlite' ? 0 : 1)
    await store.close()
  })

  it('concurrent requests for single items share one statement', async () => {
    const store = sqlStore(noting(openDatabase(opened.address), statements))
    // Too small for any document, so documents are read each time.
    reader = readerOf(store, { documents: createDocumentCache(0) })
    await reader.get(1)
    const ids = Array.from({ length: 20 }, (_, index) => 2 + (index % 15))
    const versionChecks = store.kind === 'sqlite' ? 0 : 1
    for (const what of ['items', 'documents of cached items']) {
      statements.length = 0
      const shown = await Promise.all(ids.map((id) => reader.get(id)))
      assert.deepEqual(
        shown.map(({ _id, name: text }) => [_id, text]),
        ids.map((id) => [id, `Author ${id - 1}`]),
      )
      assert.equal(statements.length, 1 + versionChecks, what)
    }
    await assert.rejects(Promise.all([reader.get(3), reader.get(9_999)]), /no such/)
    await store.close()
  })

  it('a cached list takes no more', async () => {
    const store = sqlStore(noting(openDatabase(opened.address), statements))
    reader = readerOf(store)
    await reader.list('model=article&limit=20')
    statements.length = 0
    await reader.list('model=article&limit=20')
    assert.equal(statements.length, store.kind === 'sqlite' ? 0 : 1)
    await store.close()
  })
})
