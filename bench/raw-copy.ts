/** Copies the rows of items from one database to another with plain multi-row inserts. */
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { gramsOfEach } from '../packages/server/src/store/search/grams.ts'
import { gramToken } from '../packages/server/src/store/sqlite/reading.ts'

type Row = Record<string, string | number | null | number[]>
type Rows = Map<string, Row[]>

export interface RawCopy {
  read(firstId: number, lastId: number): Promise<Rows>
  /** One transaction. */
  write(rows: Rows): Promise<void>
  close(): Promise<void>
}

const documentIds = 'select document_id from entries where item_id between $1 and $2'

const queries: Record<string, string> = {
  items: 'select * from items where id between $1 and $2',
  item_languages: 'select * from item_languages where item_id between $1 and $2',
  documents: `select * from documents where id in (${documentIds})`,
  entries: 'select * from entries where item_id between $1 and $2',
  index_keys: 'select * from index_keys where item_id between $1 and $2',
  claims: 'select * from claims where item_id between $1 and $2',
  uses: 'select * from uses where item_id between $1 and $2',
  changes: "select * from changes where kind = 'item' and subject_id between $1 and $2",
  document_texts: `select document_id, cast(spans as text) as spans, short_texts, long_texts, rests
    from document_texts where document_id in (${documentIds})`,
}

async function gramRows(
  texts: readonly Row[],
  rowOf: (id: number, grams: number[]) => Row,
): Promise<Row[]> {
  const documents = texts.map((row) => ({
    texts: [String(row['short_texts']), String(row['long_texts'])],
  }))
  const all = await gramsOfEach(documents)
  return texts.map((row, index) => rowOf(Number(row['document_id']), [...(all[index] ?? [])]))
}

/** Rows per statement, limited by SQLite's number of parameters. */
const sqliteRows = 100

export function sqliteCopy(sourcePath: string, targetPath: string): RawCopy {
  const source = new DatabaseSync(sourcePath)
  const target = new DatabaseSync(targetPath)
  // Durable as in the product; the other settings add memory for loading data.
  target.exec(`pragma synchronous = full; pragma cache_size = -65536; pragma mmap_size = 268435456;
    pragma temp_store = memory`)
  const insert = (table: string, rows: readonly Row[]): void => {
    const names = Object.keys(rows[0] ?? {})
    const places = `(${names.map(() => '?').join(', ')})`
    const text = `insert into ${table} (${names.join(', ')}) values `
    for (let start = 0; start < rows.length; start += sqliteRows) {
      const some = rows.slice(start, start + sqliteRows)
      const statement = target.prepare(text + some.map(() => places).join(', '))
      statement.run(...some.flatMap((row) => names.map((name) => row[name] as string)))
    }
  }
  return {
    async read(firstId, lastId) {
      const rows: Rows = new Map()
      for (const [table, query] of Object.entries(queries)) {
        const statement = source.prepare(query.replace('$1', '?').replace('$2', '?'))
        rows.set(table, statement.all(firstId, lastId) as Row[])
      }
      const grams = await gramRows(rows.get('document_texts') ?? [], (rowid, list) => ({
        rowid,
        grams: list.map(gramToken).join(' '),
      }))
      return rows.set('search_grams', grams)
    },
    write(rows) {
      target.exec('begin immediate')
      for (const [table, list] of rows) insert(table, list)
      target.exec('commit')
      return Promise.resolve()
    },
    close() {
      source.close()
      target.close()
      return Promise.resolve()
    },
  }
}

export async function postgresCopy(sourceUrl: string, targetUrl: string): Promise<RawCopy> {
  const source = new pg.Client(sourceUrl)
  const target = new pg.Client(targetUrl)
  await source.connect()
  await target.connect()
  const insert = async (table: string, rows: readonly Row[]): Promise<void> => {
    const names = Object.keys(rows[0] ?? {})
    const size = Math.floor(60_000 / names.length)
    for (let start = 0; start < rows.length; start += size) {
      const some = rows.slice(start, start + size)
      const places = some.map(
        (_, row) =>
          `(${names.map((__, column) => `$${row * names.length + column + 1}`).join(', ')})`,
      )
      const text = `insert into ${table} (${names.join(', ')}) values ${places.join(', ')}`
      await target.query(
        text,
        some.flatMap((row) => names.map((name) => row[name])),
      )
    }
  }
  return {
    async read(firstId, lastId) {
      const rows: Rows = new Map()
      for (const [table, query] of Object.entries(queries)) {
        rows.set(table, (await source.query<Row>(query, [firstId, lastId])).rows)
      }
      const grams = await gramRows(rows.get('document_texts') ?? [], (documentId, list) => ({
        document_id: documentId,
        grams: list,
      }))
      return rows.set('search_grams', grams)
    },
    async write(rows) {
      await target.query('begin')
      for (const [table, list] of rows) if (list.length > 0) await insert(table, list)
      await target.query('commit')
    },
    async close() {
      await source.end()
      await target.end()
    },
  }
}
