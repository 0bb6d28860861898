import type { ReadDialect } from './read-dialect.ts'
import { raw, sql } from './sql/sql.ts'

export const sqliteReading: ReadDialect = {
  thenJoin: raw('cross join'),
  indexedBy: (index) => raw(` indexed by ${index}`),
  fence: raw(' limit 1'),
  isOneOfSelected: (column, query) => sql`${raw(column)} in (${query})`,
  restOf: (keys) => raw(`${keys}.rest`),
  holds: (column, text) => sql`instr(${raw(column)}, ${text}) > 0`,
  isFarAway: false,
  textOfPairs: raw('json_group_object(id, value)'),
  textOfIds: raw('json_group_array(item_id)'),
  gramCandidates: (grams) =>
    sql`select rowid as id from search_grams
      where search_grams match ${grams.map(gramToken).join(' ')}`,
}

const tokens = new Map<number, string>()
const rememberedTokens = 50_000

/** A gram as a word that the tokenizer leaves whole. Few make up most of all text. */
export function gramToken(gram: number): string {
  const known = tokens.get(gram)
  if (known !== undefined) return known
  const token = gram.toString(36)
  if (tokens.size < rememberedTokens) tokens.set(gram, token)
  return token
}
