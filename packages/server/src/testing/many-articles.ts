/** Many articles, written as rows, and the number of rows that statements visit. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { absenceOf } from '../query/index-key.ts'
import type { StoreAddress } from '../store/open-store.ts'
import { numberedText, type Sql } from '../store/sql/sql.ts'
import { installGuard } from '../store/sqlite/budget.ts'
import { bound } from '../store/sqlite/connection.ts'
import { runSql } from './raw-sql.ts'
import { fillSample, models, sampleItem } from './read-sample.ts'
import type { TestStore } from './stores.ts'

const [title, slug, kind, author, name] = [201, 202, 206, 210, 401]
export const articleCount = 20_000
const usualAuthors = 20

/** Every tenth article has the same creation time as the one before. */
export const createdAt = (id: number): number => id - (id % 10 === 0 ? 1 : 0)
export const titleOf = (id: number): string => `Sea ${String(id).padStart(6, '0')}`
export const kindOf = (id: number): string => ['essay', 'news', 'note'][id % 3] ?? ''
export const authorOf = (id: number, authorCount = usualAuthors): string => nameOf(id % authorCount)
const nameOf = (index: number): string => `Author ${String(index).padStart(2, '0')}`

const numbers = `with recursive numbers(id) as
  (select 1 union all select id + 1 from numbers where id < ${articleCount})`
const time = 'id - (case when id % 10 = 0 then 1 else 0 end)'
const key = (fieldId: number, text: string, which = 'true'): string => `insert into index_keys
  (language_id, field_id, key, created_at, item_id, rest_digest, views)
  ${numbers} select 1, ${fieldId}, ${text}, ${time}, id, '', 3 from numbers where ${which};`
const rows = (
  authorCount: number,
): string => `insert into entries (language_id, item_id, views, model_id, space_id, status, created_at,
    updated_at, language_mask, document_id)
  ${numbers} select 1, id, 3, ${models.article}, 1, 'published', ${time}, id, 1, id from numbers;
  insert into items (id, root_id, space_id, model_id, created_at)
  ${numbers} select id, 1, 1, ${models.article}, ${time} from numbers;
  delete from entry_counts where model_id = ${models.article};
  insert into entry_counts (scope, model_id, space_id, language_mask, shard, value)
  values (2, ${models.article}, 1, 1, 0, ${articleCount}), (3, ${models.article}, 1, 1, 0, ${articleCount});
  ${key(title, `'Sea ' || substr('000000' || id, length('000000' || id) - 5, 6)`)}
  ${key(slug, `(case id % 5000 when 1 then 'rare' else 'usual' end)`, 'id % 5000 <> 0')}
  ${key(absenceOf(slug), `''`, 'id % 5000 = 0')}
  ${key(kind, `(case id % 3 when 0 then 'essay' when 1 then 'news' else 'note' end)`)}
  ${key(author, `cast(${articleCount + 1} + id % ${authorCount} as text)`)}`

/** Four articles have no slug, four others another one than all the rest. */
export const rareCount = articleCount / 5_000

/** Articles 1 to `articleCount`, created in this order, and their authors, who follow. */
export async function fillManyArticles(
  { store, address }: TestStore,
  authorCount = usualAuthors,
): Promise<void> {
  const authors = Array.from({ length: authorCount }, (_, index) =>
    sampleItem(articleCount + 1 + index, models.author, { published: { [name]: nameOf(index) } }),
  )
  await fillSample(store, authors)
  await runSql(address, rows(authorCount))
  await runSql(address, address.database === undefined ? 'select 1' : 'vacuum analyze')
}

/** Rows that statements visit, or on SQLite the cost that they charge to their budget. */
export async function rowsVisited(
  statements: readonly Sql[],
  { dataFolder, database: url }: StoreAddress,
): Promise<number> {
  if (url === undefined) return rowsOnSqlite(statements, join(dataFolder, 'octavo.db'))
  const plans = await plansOf(statements, url)
  return plans.reduce((sum, plan) => sum + rowsIn(plan), 0)
}

/** Rows that PostgreSQL sorts completely to execute statements. */
export async function rowsSorted(statements: readonly Sql[], url: string): Promise<number> {
  const plans = await plansOf(statements, url)
  return plans.reduce((sum, plan) => sum + sortedIn(plan), 0)
}

async function plansOf(statements: readonly Sql[], url: string): Promise<PlanNode[]> {
  const client = new pg.Client(url)
  await client.connect()
  const plans: PlanNode[] = []
  for (const statement of statements) {
    const { rows: found } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, format json) ${numberedText(statement)}`,
      [...statement.values],
    )
    plans.push(...found.map((one) => one['QUERY PLAN'][0].Plan))
  }
  await client.end()
  return plans
}

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
  'Sort Method'?: string
  Plans?: PlanNode[]
}

/** Rows that scans return or skip. */
function rowsIn(node: PlanNode): number {
  const inside = (node.Plans ?? []).reduce((sum, inner) => sum + rowsIn(inner), 0)
  if (!/^(Index|Bitmap Heap|Seq)/.test(node['Node Type'])) return inside
  const each = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
  return inside + each * node['Actual Loops']
}

function sortedIn(node: PlanNode): number {
  const inside = (node.Plans ?? []).reduce((sum, inner) => sum + sortedIn(inner), 0)
  const isComplete = /quicksort|external/.test(node['Sort Method'] ?? '')
  return inside + (isComplete ? node['Actual Rows'] * node['Actual Loops'] : 0)
}
