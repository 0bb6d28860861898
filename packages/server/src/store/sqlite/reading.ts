import type { ReadDialect } from '../sql/read-dialect.ts'
import { textsHold } from '../search/document-texts.ts'
import { gramsOfKeyword } from '../search/grams.ts'
import { join, raw, sql, type Sql } from '../sql/sql.ts'

function guard(units: number): Sql {
  return raw(`octavo_guard(${units})`)
}

/** Gram comparisons for one unit of work. */
const gramsPerUnit = 64
const documentCount = `coalesce((select value from counters where name = 'document'), 0)`
/** Grams of a keyword: more would hardly narrow the search, and each adds a list to scan. */
const maxGrams = 8

/** The search for the next match cannot be interrupted, so all of its work is charged in advance. */
function gramSearch(keywords: readonly string[]): Sql {
  const all = keywords.flatMap((keyword) => spread(gramsOfKeyword(keyword), maxGrams))
  const grams = [...new Set(all)]
  const units = raw(`${grams.length} * ${documentCount} / ${gramsPerUnit}`)
  return sqliteReading.guarded(units, sql`${grams.map(gramToken).join(' ')}`)
}

/** Picks evenly distributed elements of a list. */
function spread<T>(list: readonly T[], max: number): T[] {
  return list.filter(
    (_, index) =>
      Math.floor((index * max) / list.length) !== Math.floor(((index - 1) * max) / list.length),
  )
}

function jsonRows(array: Sql, alias: string): Sql {
  return sql`json_each(${array}) ${raw(alias)}`
}

export const sqliteReading: ReadDialect = {
  guard,
  guarded: (units, value) => sql`(case when octavo_guard(${units}) then ${value} end)`,
  thenJoin: raw('cross join'),
  joinKeys: (alias, condition) => sql`cross join index_keys ${raw(alias)} on ${condition}`,
  indexedBy: (index) => raw(` indexed by ${index}`),
  // `not indexed` has no effect on a table without rowid.
  byPrimaryKey: (table) =>
    raw(table === 'changes' ? ' not indexed' : ` indexed by sqlite_autoindex_${table}_1`),
  fence: raw(' limit 1'),
  isOneOfSelected: (column, query) => sql`${raw(column)} in (${query})`,
  // Bodies are copied into responses unchanged, so they need not be decoded as text.
  longText: (column) => `cast(${column} as blob)`,
  holds: (text, part) => sql`instr(${text}, ${part}) > 0`,
  elements: jsonRows,
  textElements: jsonRows,
  // The guard must be evaluated for each key, not for each range.
  keysInRanges: (ranges, alias, conditions, units) => {
    const keys = raw(alias)
    const charge = sqliteReading.guarded(raw(String(units)), sql`${keys}.item_id > 0`)
    return sql`select ${keys}.* from (select value ->> 0 as low, value ->> 1 as high
        from json_each(${JSON.stringify(ranges)})) ranges
      cross join index_keys ${keys} on ${charge} and ${conditions}
        and ${keys}.key >= ranges.low and ${keys}.key < ranges.high`
  },
  plansByRows: false,
  isRemote: false,
  textOfPairs: raw('json_group_object(id, value)'),
  textOfIds: raw('json_group_array(item_id)'),
  logPosition: raw(`coalesce((select value from counters where name = 'change'), 0)`),
  isLoggedAfter: (position) => sql`seq > cast(${position} as integer)`,
  logOrder: raw('seq'),
  commonCandidates: null,
  // Only a few documents are not indexed yet; their texts are scanned.
  candidates: (keywords) =>
    sql`select rowid as id from search_grams
        where ${guard(2)} and search_grams match ${gramSearch(keywords)}
      union all select document_id from document_texts waiting
        where ${isPending('document_id')} and ${join(
          keywords.map((keyword) => textsHold(sqliteReading, 'waiting', { keyword })),
          ' and ',
        )}`,
}

/** The counter of the last document that is indexed for search. */
export const indexedName = 'indexed document'

const indexed = `coalesce((select value from counters where name = '${indexedName}'), 0)`

export function isPending(documentId: string): Sql {
  return raw(`${documentId} > ${indexed}`)
}

const tokens = new Map<number, string>()
const maxCachedTokens = 50_000

/**
 * Encodes a gram as a word that the tokenizer does not split. A few grams make up most texts, so their
 * tokens are cached.
 */
export function gramToken(gram: number): string {
  const cached = tokens.get(gram)
  if (cached !== undefined) return cached
  const token = gram.toString(36)
  if (tokens.size < maxCachedTokens) tokens.set(gram, token)
  return token
}
