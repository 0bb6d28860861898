import type { ReadDialect } from '../sql/read-dialect.ts'
import { textsHold } from '../search/document-texts.ts'
import { gramsOfKeyword } from '../search/grams.ts'
import { join, raw, sql, type Sql } from '../sql/sql.ts'

function guard(units: number): Sql {
  return raw(`octavo_guard(${units})`)
}

/** Grams of a document that are compared for one unit. */
const gramsPerUnit = 64
const documentCount = `coalesce((select value from counters where name = 'document'), 0)`
/** Of a keyword: more find hardly fewer documents, and each is a list to go through. */
const mostGrams = 8

/** Not to be interrupted while it looks for the next match: all of that is counted before it begins. */
function gramSearch(keywords: readonly string[]): Sql {
  const all = keywords.flatMap((keyword) => spread(gramsOfKeyword(keyword), mostGrams))
  const grams = [...new Set(all)]
  const units = raw(`${grams.length} * ${documentCount} / ${gramsPerUnit}`)
  return sqliteReading.guarded(units, sql`${grams.map(gramToken).join(' ')}`)
}

/** So many of a list, from all over it. */
function spread<T>(list: readonly T[], most: number): T[] {
  return list.filter(
    (_, index) =>
      Math.floor((index * most) / list.length) !== Math.floor(((index - 1) * most) / list.length),
  )
}

export const sqliteReading: ReadDialect = {
  guard,
  guarded: (units, value) => sql`(case when octavo_guard(${units}) then ${value} end)`,
  thenJoin: raw('cross join'),
  indexedBy: (index) => raw(` indexed by ${index}`),
  // `not indexed` means nothing to a table that lies in the order of its key.
  byPrimaryKey: (table) =>
    raw(table === 'changes' ? ' not indexed' : ` indexed by sqlite_autoindex_${table}_1`),
  fence: raw(' limit 1'),
  isOneOfSelected: (column, query) => sql`${raw(column)} in (${query})`,
  // What is copied into answers as it is need not become text on the way.
  longText: (column) => `cast(${column} as blob)`,
  holds: (text, part) => sql`instr(${text}, ${part}) > 0`,
  plansByRows: false,
  isFarAway: false,
  textOfPairs: raw('json_group_object(id, value)'),
  textOfIds: raw('json_group_array(item_id)'),
  logPosition: raw(`coalesce((select value from counters where name = 'change'), 0)`),
  isLoggedAfter: (position) => sql`seq > cast(${position} as integer)`,
  logOrder: raw('seq'),
  commonCandidates: null,
  // Those that are not indexed yet are few: they are looked into.
  candidates: (keywords) =>
    sql`select rowid as id from search_grams
        where ${guard(2)} and search_grams match ${gramSearch(keywords)}
      union all select document_id from document_texts waiting
        where ${isPending('document_id')} and ${join(
          keywords.map((keyword) => textsHold(sqliteReading, 'waiting', keyword)),
          ' and ',
        )}`,
}

/** The counter that says up to which document all are indexed for search. */
export const indexedName = 'indexed document'

const indexed = `coalesce((select value from counters where name = '${indexedName}'), 0)`

export function isPending(documentId: string): Sql {
  return raw(`${documentId} > ${indexed}`)
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
