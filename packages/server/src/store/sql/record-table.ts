/** Tables whose rows are records, with a column for each property: `root_id` for `rootId`. */
import type { Columns, Connection, Row } from './dialect.ts'
import type { Sql } from './sql.ts'

/** How a value is stored: unchanged, a boolean as a number, anything else as JSON. Each may be null. */
type Kind = 'integer' | 'text' | 'flag' | 'object'

export interface Table {
  readonly name: string
  readonly columns: Columns
  readonly key: readonly string[]
  /** The row as it is written to a backup, if that differs. */
  backedUp?(row: Row): Row
}

export interface RecordTable<R> extends Table {
  recordOf(row: object): R
  all(connection: Connection, query: Sql): Promise<R[]>
  first(connection: Connection, query: Sql): Promise<R | undefined>
  insert(connection: Connection, records: readonly R[]): Promise<void>
  upsert(connection: Connection, records: readonly R[]): Promise<void>
}

export function recordTable<R extends object>(
  name: string,
  key: readonly string[],
  kinds: { readonly [Property in keyof R]-?: Kind },
): RecordTable<R> {
  const fields = Object.entries<Kind>(kinds).map(([property, kind]) => ({
    property,
    kind,
    column: property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  }))
  const columns: Columns = Object.fromEntries(
    fields.map(({ column, kind }) => [
      column,
      kind === 'integer' || kind === 'flag' ? 'integer' : 'text',
    ]),
  )

  function recordOf(row: object): R {
    const values = row as Row
    const record: Record<string, unknown> = {}
    for (const { property, column, kind } of fields) {
      record[property] = fromStored(values[column] ?? null, kind)
    }
    return record as R
  }

  function rowOf(record: R): Row {
    const values = record as Record<string, unknown>
    const row: Row = {}
    for (const { property, column, kind } of fields) row[column] = toStored(values[property], kind)
    return row
  }

  return {
    name,
    columns,
    key,
    recordOf,
    all: async (connection, query) => (await connection.all<Row>(query)).map(recordOf),
    async first(connection, query) {
      const [row] = await connection.all<Row>(query)
      return row && recordOf(row)
    },
    insert: (connection, records) => connection.insertRows(name, columns, records.map(rowOf)),
    upsert: (connection, records) => connection.insertRows(name, columns, records.map(rowOf), key),
  }
}

function fromStored(value: Row[string], kind: Kind): unknown {
  if (value === null || value === undefined) return null
  if (kind === 'flag') return value === 1
  return kind === 'object' ? (JSON.parse(String(value)) as unknown) : value
}

function toStored(value: unknown, kind: Kind): string | number | null {
  if (value === null || value === undefined) return null
  if (kind === 'flag') return value === true ? 1 : 0
  return kind === 'object' ? JSON.stringify(value) : (value as string | number)
}
