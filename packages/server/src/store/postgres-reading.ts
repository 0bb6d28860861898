import type { ReadDialect } from './read-dialect.ts'
import { gramsOfKeyword } from './sql/grams.ts'
import { raw, sql } from './sql/sql.ts'

export const postgresReading: ReadDialect = {
  thenJoin: raw('join'),
  indexedBy: () => raw(''),
  byPrimaryKey: raw(''),
  // A query with an offset is never pulled up into the one around it.
  fence: raw(' offset 0'),
  isOneOfSelected: (column, query) => sql`${raw(column)} = any(array(${query}))`,
  longText: (column) => column,
  holds: (column, text) => sql`strpos(${raw(column)}, ${text}) > 0`,
  isFarAway: true,
  hasHashJoins: true,
  textOfPairs: raw('json_object_agg(id, value)::text'),
  textOfIds: raw('json_agg(item_id)::text'),
  // Never a test of rows that something else found: that would unpack the grams of each.
  candidates: (keyword) =>
    sql`select document_id as id from search_grams
      where grams @> ${gramsOfKeyword(keyword)}::bigint[] offset 0`,
}
