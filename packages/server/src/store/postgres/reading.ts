import type { ReadDialect } from '../sql/read-dialect.ts'
import { gramsOfKeyword } from '../search/grams.ts'
import { raw, sql, type Sql } from '../sql/sql.ts'

export const postgresReading: ReadDialect = {
  guard: null,
  guarded: (_, value) => value,
  thenJoin: raw('join'),
  // It expects few rows, and would read all keys once for a hash join.
  joinKeys: (alias, condition) =>
    sql`cross join lateral (select * from index_keys ${raw(alias)} where ${condition} offset 0) ${raw(alias)}`,
  indexedBy: () => raw(''),
  byPrimaryKey: () => raw(''),
  // PostgreSQL never inlines a subquery with an offset.
  fence: raw(' offset 0'),
  isOneOfSelected: (column, query) => sql`${raw(column)} = any(array(${query}))`,
  longText: (column) => column,
  holds: (text, part) => sql`strpos(${text}, ${part}) > 0`,
  elements: (array, alias) => sql`json_array_elements(${array}) ${raw(`${alias} (value)`)}`,
  textElements: (array, alias) =>
    sql`(select value collate "C" as value from json_array_elements_text(${array}) each_text (value)) ${raw(alias)}`,
  // PostgreSQL assumes that each range contains a ninth of the keys. It must look up every range
  // nevertheless, and then expect few rows, as after a test of an expression.
  keysInRanges: (ranges, alias, conditions) => {
    const keys = raw(alias)
    return sql`select ${keys}.*
      from unnest(${ranges.map(([low]) => low)}::text[], ${ranges.map(([, high]) => high)}::text[])
        ranges (low, high)
      cross join lateral (select * from index_keys ${keys} where ${conditions}
        and ${keys}.key >= ranges.low collate "C" and ${keys}.key < ranges.high collate "C" offset 0) ${keys}
      where sign(${keys}.item_id) = 1 offset 0`
  },
  plansByRows: true,
  isRemote: true,
  textOfPairs: raw('json_object_agg(id, value)::text'),
  textOfIds: raw('json_agg(item_id)::text'),
  logPosition: raw('pg_current_snapshot()::text'),
  // The bound is a subquery and so unknown to the planner. Otherwise it would prefer a plan for each
  // position over a generic one, and planning takes four times as long as execution.
  isLoggedAfter: (position) =>
    sql`transaction_id >= (select pg_snapshot_xmin(${position}::pg_snapshot))
      and not pg_visible_in_snapshot(transaction_id, ${position}::pg_snapshot)`,
  logOrder: raw('transaction_id, seq'),
  // Prevents its use as a filter on other rows, which would read the grams of each row.
  candidates: (keywords) => sql`${holding(keywords)} offset 0`,
  // Without a fence, because a fence would prevent a parallel plan.
  commonCandidates: (keyword) => holding([keyword]),
}

/** An expression whose estimated cost equals the real cost of reading the grams of a document. */
const costly = Array(4).fill(`to_tsvector('simple', document_id::text)`).join(' || ')

/**
 * The planner ignores that grams are stored out of line, so it would scan a table of a few
 * pages instead of using the index. The last condition is never evaluated, but adds its cost to the
 * estimate.
 */
function holding(keywords: readonly string[]): Sql {
  const grams = [...new Set(keywords.flatMap(gramsOfKeyword))]
  return sql`select document_id as id from search_grams
    where grams @> ${grams}::bigint[]
      and (document_id > 0 or ${raw(costly)} is null)`
}
