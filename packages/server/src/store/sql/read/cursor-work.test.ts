/** Pages by cursor cost the same at every position: the rows that the database visits are counted. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { before, it } from 'node:test'
import pg from 'pg'
import { parseListQuery } from '../../../query/parse.ts'
import type { Position } from '../../../query/tree.ts'
import { noting, openDatabase } from '../../../testing/open-database.ts'
import { runSql } from '../../../testing/raw-sql.ts'
import { fillSample, models, publishedKey, readSchema } from '../../../testing/read-sample.ts'
import { onBothDatabases, type TestStore } from '../../../testing/stores.ts'
import { installGuard } from '../../sqlite/budget.ts'
import { bound } from '../../sqlite/connection.ts'
import { numberedText, type Sql } from '../sql.ts'
import { sqlStore } from '../store.ts'

const [title, kind] = [201, 206]
const count = 20_000
const limit = 10
/** Where page 1,000 begins. */
const far = 1_000 * limit

/** Items 1 to `count`, created in this order; every tenth has the same creation time as the one before. */
const createdAt = (id: number): number => id - (id % 10 === 0 ? 1 : 0)
const titleOf = (id: number): string => `Sea ${String(id).padStart(6, '0')}`
const kindOf = (id: number): string => ['essay', 'news', 'note'][id % 3] ?? ''

const numbers = `with recursive numbers(id) as
  (select 1 union all select id + 1 from numbers where id < ${count})`
const time = 'id - (case when id % 10 = 0 then 1 else 0 end)'
const key = (fieldId: number, text: string): string => `insert into index_keys
  (language_id, field_id, key, created_at, item_id, rest_digest, views)
  ${numbers} select 1, ${fieldId}, ${text}, ${time}, id, '', 3 from numbers;`
const rows = `insert into entries (language_id, item_id, views, model_id, space_id, status, created_at,
    updated_at, language_mask, document_id)
  ${numbers} select 1, id, 3, ${models.article}, 1, 'published', ${time}, id, 1, id from numbers;
  insert into items (id, root_id, space_id, model_id, created_at)
  ${numbers} select id, 1, 1, ${models.article}, ${time} from numbers;
  delete from entry_counts;
  insert into entry_counts (scope, model_id, space_id, language_mask, shard, value)
  values (2, ${models.article}, 1, 1, 0, ${count}), (3, ${models.article}, 1, 1, 0, ${count});
  ${key(title, `'Sea ' || substr('000000' || id, length('000000' || id) - 5, 6)`)}
  ${key(kind, `(case id % 3 when 0 then 'essay' when 1 then 'news' else 'note' end)`)}`

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
]

onBothDatabases('a page by cursor', (fresh, database) => {
  let opened: TestStore

  before(async () => {
    opened = await fresh()
    await fillSample(opened.store, [])
    await runSql(opened.address, rows)
    await runSql(opened.address, database === 'sqlite' ? 'select 1' : 'vacuum analyze')
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
        return rowsVisited(pages)
      }
      const first = await workAfter(null)
      const thousandth = await workAfter({ itemId: far, values: values(far) })
      assert.ok(thousandth <= 1.5 * first, `${thousandth} rows, ${first} for the first page`)
    })
  }

  async function rowsVisited(statements: readonly Sql[]): Promise<number> {
    const { dataFolder, database: url } = opened.address
    if (url === undefined) return rowsOnSqlite(statements, join(dataFolder, 'octavo.db'))
    const client = new pg.Client(url)
    await client.connect()
    let visited = 0
    for (const statement of statements) {
      const { rows: plans } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, format json) ${numberedText(statement)}`,
        [...statement.values],
      )
      for (const plan of plans) visited += rowsIn(plan['QUERY PLAN'][0].Plan)
    }
    await client.end()
    return visited
  }
})

/** The cost that the statements charge to their budget. */
function rowsOnSqlite(statements: readonly Sql[], path: string): number {
  const file = new DatabaseSync(path)
  let units = 0
  installGuard(file, (more) => void (units += more))
  for (const statement of statements) {
    file.prepare(statement.chunks.join('?')).all(...bound(statement.values))
  }
  file.close()
  return units
}

interface PlanNode {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/** Rows that scans return or skip. */
function rowsIn(node: PlanNode): number {
  const inside = (node.Plans ?? []).reduce((sum, inner) => sum + rowsIn(inner), 0)
  if (!/^(Index|Bitmap Heap|Seq)/.test(node['Node Type'])) return inside
  const each = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
  return inside + each * node['Actual Loops']
}
