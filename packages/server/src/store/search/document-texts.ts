/**
 * Stores the texts of a document in one row: the folded search texts, and the rests of index keys. Short
 * texts are stored apart from long ones, so that a search in titles does not read the bodies.
 */
import { showingMask } from '../sql/preview-bits.ts'
import { textSeparator } from '@octavo/schema/fold.ts'
import type { Columns, Connection, Dialect, Row, SearchableDocument } from '../sql/dialect.ts'
import type { DerivedDocument, SearchRow } from '../records.ts'
import { any } from '../sql/read/context.ts'
import { literal, raw, sql, type Sql } from '../sql/sql.ts'

export const documentTextColumns = {
  document_id: 'integer',
  spans: 'json',
  short_texts: 'text',
  long_texts: 'text',
  rests: 'text',
  entries: 'json',
} as const satisfies Columns

/** Maximum length of a short text. */
export const shortLength = 200
/**
 * Separates the texts of a column. Texts within a field are separated by a single separator. No keyword
 * contains either.
 */
const packSeparator = textSeparator + textSeparator

/** The column of a text, its start and its length, in characters from 1. */
type Span = readonly [place: 0 | 1 | 2, start: number, length: number]
const places = ['short_texts', 'long_texts', 'rests'] as const

interface TextRow extends Record<(typeof places)[number], string> {
  readonly document_id: number
  readonly spans: string
  readonly entries: string | null
}

/** Empty if there is no text. */
export function documentTextRows(
  id: number,
  {
    searchTexts,
    indexKeys,
    entries,
  }: Pick<DerivedDocument, 'searchTexts' | 'indexKeys' | 'entries'>,
): Row[] {
  const short = new Packing(0)
  const long = new Packing(1)
  const rests = new Packing(2)
  // Concatenating JSON is faster than building objects and serializing them.
  let spans = ''
  for (const { fieldId, text } of searchTexts) {
    const length = characterCount(text)
    const span = (length > shortLength ? long : short).add(text, length)
    spans += `${spans && ','}"${fieldId}":${span}`
  }
  for (const { rest, restDigest } of indexKeys) {
    if (rest === '') continue
    spans += `${spans && ','}"${restDigest}":${rests.add(rest, characterCount(rest))}`
  }
  if (spans === '' && entries === null) return []
  return [
    {
      document_id: id,
      spans: `{${spans}}`,
      short_texts: short.text,
      long_texts: long.text,
      rests: rests.text,
      entries,
    },
  ]
}

/** Concatenates the texts of one column. */
class Packing {
  readonly #place: Span[0]
  text = ''
  /** Length in characters. */
  #length = 0

  constructor(place: Span[0]) {
    this.#place = place
  }

  /** Returns the span of the added text. */
  add(text: string, length: number): string {
    if (this.text !== '') {
      this.text += packSeparator
      this.#length += packSeparator.length
    }
    const start = this.#length + 1
    this.text += text
    this.#length += length
    return `[${this.#place},${start},${length}]`
  }
}

/** Matches the first unit of a surrogate pair. */
const pairs = /[\ud800-\udbff]/g

/** Counts characters as both databases do. */
function characterCount(text: string): number {
  if (Buffer.byteLength(text) === text.length) return text.length
  return text.length - (text.match(pairs)?.length ?? 0)
}

/** A folded keyword that a text must contain or start with. */
interface Searched {
  readonly keyword: string
  readonly isStart?: true | undefined
}

/** Condition: one of the texts matches the keyword; with field ids, a text of one of these fields. */
export function textsHold(
  reading: Dialect['reading'],
  texts: string,
  wanted: Searched,
  fieldIds: readonly number[] | null = null,
): Sql {
  const searched = fieldIds?.map((fieldId) => textOfField(texts, fieldId)) ?? [
    columnOf(texts, 0),
    columnOf(texts, 1),
  ]
  const units = unitsToSearch(texts, wanted.keyword, fieldIds)
  return reading.guarded(units, any(searched.map((text) => textMatches(reading, text, wanted))))
}

/** Condition: the text contains the keyword, or starts with it. In a repeat, a field has several texts. */
export function textMatches(
  { holds }: Dialect['reading'],
  text: Sql,
  { keyword, isStart }: Searched,
): Sql {
  if (!isStart) return holds(text, keyword)
  return sql`(substr(${text}, 1, ${literal(characterCount(keyword))}) = ${keyword}
    or ${holds(text, textSeparator + keyword)})`
}

/** Bytes of text that are searched, and bytes of spans that are parsed, for one unit of work. */
const textBytesPerUnit = 100
const spanBytesPerUnit = 25
/** Comparing a keyword of this many bytes may take twice as long, at each position, as a short one. */
const longKeyword = 64
const rowUnits = 4

function unitsToSearch(texts: string, keyword: string, fieldIds: readonly number[] | null): Sql {
  const times = 1 + Math.ceil(Buffer.byteLength(keyword) / longKeyword)
  const bytes = `(octet_length(${texts}.short_texts) + octet_length(${texts}.long_texts))`
  const spans = `octet_length(${texts}.spans) / ${spanBytesPerUnit}`
  const total = `${rowUnits} + ${bytes} * ${times} / ${textBytesPerUnit}`
  return raw(fieldIds ? `(${total} + ${spans}) * ${Math.max(1, fieldIds.length)}` : total)
}

function columnOf(texts: string, place: Span[0]): Sql {
  return raw(`${texts}.${places[place]}`)
}

function textOfField(texts: string, fieldId: number): Sql {
  const part = (index: 0 | 1 | 2): Sql =>
    partOfSpan(texts, sql`cast(${String(fieldId)} as text)`, index)
  const cut = (place: Span[0]): Sql =>
    sql`substr(${columnOf(texts, place)}, ${part(1)}, ${part(2)})`
  return sql`(case ${part(0)} when 0 then ${cut(0)} when 1 then ${cut(1)} end)`
}

function partOfSpan(texts: string, name: Sql, index: 0 | 1 | 2): Sql {
  return sql`cast(${raw(texts)}.spans -> ${name} ->> ${literal(index)} as integer)`
}

/** The rest of a key, which is read only if the row has one. */
export function restOf({ guarded }: Dialect['reading'], keys: string): Sql {
  const part = (index: 1 | 2): Sql => partOfSpan('rt', raw(`${keys}.rest_digest`), index)
  const units = raw(`${rowUnits} + octet_length(rt.spans) / ${spanBytesPerUnit}
    + octet_length(rt.rests) / ${textBytesPerUnit}`)
  return sql`(case when ${raw(keys)}.rest_digest = '' then '' else
    (select ${guarded(units, sql`substr(rt.rests, ${part(1)}, ${part(2)})`)} from entries re, document_texts rt
      where ${raw(`re.item_id = ${keys}.item_id and re.language_id = ${keys}.language_id
        and (re.views & ${keys}.views & ${showingMask}) <> 0 and rt.document_id = re.document_id`)} limit 1) end)`
}

/** The entries of a repeat, as a JSON array. */
export function entriesOfRepeat(texts: string, fieldId: number): Sql {
  return raw(`${texts}.entries -> '${fieldId}'`)
}

/** The keys of a field in an entry, as a JSON array; null if it has none. */
export function keysOfEntry(entry: string, fieldId: number): Sql {
  return raw(`${entry}.value -> 'keys' -> '${fieldId}'`)
}

/** The folded text of a field in an entry; null if it has none. */
export function textOfEntry(entry: string, fieldId: number): Sql {
  return raw(`(${entry}.value -> 'texts' ->> '${fieldId}')`)
}

export async function searchableDocuments(
  connection: Connection,
  which: Sql,
): Promise<SearchableDocument[]> {
  const rows = await connection.all<{ id: number; short: string; long: string }>(
    sql`select document_id as id, short_texts as short, long_texts as long from document_texts
      where ${which}`,
  )
  return rows.map(({ id, short, long }) => ({ id, texts: [short, long].filter(Boolean) }))
}

export interface StoredTexts {
  readonly searchTexts: readonly SearchRow[]
  /** Rests by digest. */
  readonly rests: ReadonlyMap<string, string>
  readonly entries: string | null
}

export const noTexts: StoredTexts = { searchTexts: [], rests: new Map(), entries: null }

/** Texts by document id, also if they are damaged. */
export async function storedTexts(
  connection: Connection,
  documentIds: readonly number[],
): Promise<Map<number, StoredTexts>> {
  const rows = await connection.all<TextRow>(
    sql`select document_id, cast(spans as text) as spans, short_texts, long_texts, rests,
        cast(entries as text) as entries
      from document_texts where ${connection.dialect.isOneOf('document_id', documentIds)}`,
  )
  return new Map(rows.map((row) => [row.document_id, textsOf(row)]))
}

function textsOf(row: TextRow): StoredTexts {
  const characters = places.map((column) => Array.from(row[column]))
  const searchTexts: SearchRow[] = []
  const rests = new Map<string, string>()
  for (const [name, [place, start, length]] of Object.entries(spansIn(row))) {
    const text = characters[place]?.slice(start - 1, start - 1 + length).join('') ?? ''
    if (places[place] === 'rests') rests.set(name, text)
    else searchTexts.push({ fieldId: Number(name), text })
  }
  return { searchTexts, rests, entries: row.entries }
}

/** Empty if the spans are damaged. */
function spansIn({ spans }: TextRow): Record<string, Span> {
  try {
    return JSON.parse(spans) as Record<string, Span>
  } catch {
    return {}
  }
}
