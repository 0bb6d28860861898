import type { ReadDialect } from '../sql/read-dialect.ts'
import { gramsOfKeyword } from '../search/grams.ts'
import { raw, sql, type Sql } from '../sql/sql.ts'

export const postgresReading: ReadDialect = {
  guard: null,
  guarded: (_, value) => value,
  thenJoin: raw('join'),
  indexedBy: () => raw(''),
  byPrimaryKey: () => raw(''),
  // A query with an offset is never pulled up into the one around it.
  fence: raw(' offset 0'),
  isOneOfSelected: (column, query) => sql`${raw(column)} = any(array(${query}))`,
  longText: (column) => column,
  holds: (text, part) => sql`strpos(${text}, ${part}) > 0`,
  plansByRows: true,
  isFarAway: true,
  textOfPairs: raw('json_object_agg(id, value)::text'),
  textOfIds: raw('json_agg(item_id)::text'),
  logPosition: raw('pg_current_snapshot()::text'),
  // As a query of its own the bound is unknown to the planner. Otherwise a plan for each position seems
  // better than one for all, and making it takes four times as long as the rest.
  isLoggedAfter: (position) =>
    sql`transaction_id >= (select pg_snapshot_xmin(${position}::pg_snapshot))
      and not pg_visible_in_snapshot(transaction_id, ${position}::pg_snapshot)`,
  logOrder: raw('transaction_id, seq'),
  // Never a test of rows that something else found: that would unpack the grams of each.
  candidates: (keywords) => sql`${holding(keywords)} offset 0`,
  // Behind a fence it would be one process alone that works.
  commonCandidates: (keyword) => holding([keyword]),
}

/** As much, to the planner, as unpacking the grams of a document takes in truth. */
const costly = Array(4).fill(`to_tsvector('simple', document_id::text)`).join(' || ')

/**
 * The planner does not know that grams lie beside their rows and are packed: a table of a few pages it
 * would rather read than its index. The last test is never made, but counted in.
 */
function holding(keywords: readonly string[]): Sql {
  const grams = [...new Set(keywords.flatMap(gramsOfKeyword))]
  return sql`select document_id as id from search_grams
    where grams @> ${grams}::bigint[]
      and (document_id > 0 or ${raw(costly)} is null)`
}
