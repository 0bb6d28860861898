/** The SQLite dialect. */
import { hasTexts, type Connection, type Dialect, type SearchableDocument } from '../sql/dialect.ts'
import { nextTurn } from '../../scheduling/turns.ts'
import { gramsOfEach } from '../search/grams.ts'
import { searchableDocuments } from '../search/document-texts.ts'
import { literal, raw, sql, type Sql } from '../sql/sql.ts'
import type { IdKind } from '../store.ts'
import { gramToken, indexedName, isPending, sqliteReading } from './reading.ts'

/** Up to this number, values are separate parameters; more are passed as one JSON array. */
const maxParameters = 16

/** A power of two, to limit the number of different statements. */
function parameterCountFor(least: number): number {
  let count = 1
  while (count < least) count *= 2
  return count
}

/** Pads the parameters with the last value. */
function asParameters(column: string, given: readonly (number | string)[]): Sql {
  const count = parameterCountFor(given.length)
  const values = given.slice()
  while (values.length < count) values.push(values.at(-1) ?? 0)
  const chunks = chunksByName.getOrInsertComputed(`${column} ${count}`, () => [
    `${column} in (`,
    ...Array<string>(count - 1).fill(', '),
    ')',
  ])
  return { chunks, values }
}

const chunksByName = new Map<string, readonly string[]>()

/** Indexing one document costs nearly as much as indexing this many at once. */
const maxPending = 16
const blockOf = (documentId: number): number => Math.floor(documentId / maxPending)

/** FTS5 merges segments of the search index once there are this many of one size, its default. */
const mergedSegments = 4
/** Pages that are written in one turn of the event loop: about ten milliseconds. */
const mergedPages = 16
/** The work after many changes is in proportion to them, as it is after single ones. */
const documentsPerMerge = 16

export const sqliteDialect: Dialect = {
  kind: 'sqlite',
  reading: sqliteReading,
  isOneOf: (column, values) =>
    values.length > 0 && values.length <= maxParameters
      ? asParameters(column, values)
      : sql`${raw(column)} in (select value from json_each(${JSON.stringify(values)}))`,
  // A write transaction locks the whole database.
  locks: { rows: raw(''), async name() {} },
  ids: { allocate: allocateIds, raise: raiseId, highest: highestId },
  search: { idColumn: 'rowid', isPending, add: addToSearch, startMany, endMany },
  counts: { shard: raw('0'), hasTriggers: false },
  clock: undefined,
  async faults(connection) {
    const rows = await connection.all<{ quick_check: string }>(sql`pragma quick_check(20)`)
    return rows.map((row) => row.quick_check).filter((fault) => fault !== 'ok')
  },
  isUniqueViolation: (error, table) =>
    error instanceof Error &&
    'errcode' in error &&
    [1555, 2067].includes(Number(error.errcode)) &&
    error.message.includes(` ${table}.`),
}

async function allocateIds(connection: Connection, kind: IdKind, count: number): Promise<number[]> {
  // Not one statement that returns the new value: that takes four times as long.
  const before = await highestId(connection, kind)
  const last = before + count
  // Updating an existing row takes half the time of an insert with a conflict.
  if (before === 0) await raiseId(connection, kind, last)
  else await connection.run(sql`update counters set value = ${last} where name = ${kind}`)
  const ids: number[] = []
  for (let id = before + 1; id <= last; id++) ids.push(id)
  return ids
}

async function raiseId(connection: Connection, kind: IdKind, atLeast: number): Promise<void> {
  await connection.run(
    sql`insert into counters (name, value) values (${kind}, ${atLeast})
      on conflict (name) do update set value = max(value, excluded.value)`,
  )
}

async function highestId(connection: Connection, kind: IdKind): Promise<number> {
  const [row] = await connection.all<{ value: number }>(
    sql`select value from counters where name = ${kind}`,
  )
  return row?.value ?? 0
}

/** Ids are consecutive: the write that completes a block indexes all pending documents. */
async function addToSearch(
  connection: Connection,
  documents: readonly SearchableDocument[],
): Promise<void> {
  const [first, last] = [documents[0]?.id ?? 0, documents.at(-1)?.id ?? 0]
  if (blockOf(first - 1) === blockOf(last)) return
  const areWaiting = sql`${isPending('document_id')} and document_id < ${first}`
  const waiting = await searchableDocuments(connection, areWaiting)
  await indexGrams(connection, [...waiting, ...documents.filter(hasTexts)])
  await connection.run(
    sql`insert into counters (name, value) values (${indexedName}, ${last})
      on conflict (name) do update set value = excluded.value`,
  )
}

/** Otherwise FTS5 merges its segments again and again: for 1,000 documents, that takes longer than the rest. */
function startMany(connection: Connection): Promise<void> {
  return setMerging(connection, 0)
}

async function endMany(connection: Connection, documentCount: number): Promise<void> {
  await connection.run(sql`insert into search_grams (search_grams) values ('flush')`)
  const most = Math.ceil(documentCount / documentsPerMerge)
  for (let count = 0; count < most && (await mergeSome(connection)); count++) {
    await nextTurn('long')
  }
  await setMerging(connection, mergedSegments)
}

/** The setting is part of the transaction: others never see it. */
function setMerging(connection: Connection, segments: number): Promise<void> {
  return connection.run(
    sql`insert into search_grams (search_grams, rank) values ('automerge', ${literal(segments)})`,
  )
}

/** False if there was nothing to merge. */
async function mergeSome(connection: Connection): Promise<boolean> {
  const before = await changeCount(connection)
  await connection.run(
    sql`insert into search_grams (search_grams, rank) values ('merge', ${literal(mergedPages)})`,
  )
  // The statement itself counts as one.
  return (await changeCount(connection)) - before >= 2
}

async function changeCount(connection: Connection): Promise<number> {
  const [row] = await connection.all<{ count: number }>(sql`select total_changes() as count`)
  return row?.count ?? 0
}

async function indexGrams(
  connection: Connection,
  documents: readonly SearchableDocument[],
): Promise<void> {
  const all = await gramsOfEach(documents)
  const rows = documents.map(({ id }, index) => ({
    rowid: id,
    grams: Array.from(all[index] ?? [], gramToken).join(' '),
  }))
  await connection.insertRows('search_grams', { rowid: 'integer', grams: 'text' }, rows)
}
