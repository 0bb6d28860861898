import type { ReadDialect } from './read-dialect.ts'
import { gramsOfKeyword } from './sql/grams.ts'
import { raw, sql } from './sql/sql.ts'

export const postgresReading: ReadDialect = {
  thenJoin: raw('join'),
  indexedBy: () => raw(''),
  // A query with an offset is never pulled up into the one around it.
  fence: raw(' offset 0'),
  isOneOfSelected: (column, query) => sql`${raw(column)} = any(array(${query}))`,
  // The index has all but the rest, and says where there is none: then the table is not touched.
  restOf: (keys) =>
    raw(`(case when ${keys}.rest_digest = '' then '' else (select r.rest from index_keys r
      where r.language_id = ${keys}.language_id and r.field_id = ${keys}.field_id and r.key = ${keys}.key
        and r.created_at = ${keys}.created_at and r.item_id = ${keys}.item_id
        and r.rest_digest = ${keys}.rest_digest limit 1) end) collate "C"`),
  holds: (column, text) => sql`strpos(${raw(column)}, ${text}) > 0`,
  isFarAway: true,
  textOfPairs: raw('json_object_agg(id, value)::text'),
  textOfIds: raw('json_agg(item_id)::text'),
  candidates: (keyword) =>
    sql`select document_id as id from search_grams where grams @> ${gramsOfKeyword(keyword)}::bigint[]`,
}
