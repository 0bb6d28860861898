import type { ReadDialect } from './read-dialect.ts'
import { raw, sql } from './sql/sql.ts'

export const postgresReading: ReadDialect = {
  thenJoin: raw('join'),
  indexedBy: () => raw(''),
  // A query with an offset is never pulled up into the one around it.
  fence: raw(' offset 0'),
  isOneOfSelected: (column, query) => sql`${raw(column)} = any(array(${query}))`,
  holds: (column, text) => sql`strpos(${raw(column)}, ${text}) > 0`,
  gramCandidates: (grams) =>
    sql`select document_id as id from search_grams where grams @> ${grams}::bigint[]`,
}
