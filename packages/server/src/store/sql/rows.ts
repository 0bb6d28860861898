/** Helpers that return query results in common shapes. */
import type { Connection } from './dialect.ts'
import type { Sql } from './sql.ts'

/** The only column of each row. */
export async function selectColumn<T>(connection: Connection, query: Sql): Promise<T[]> {
  const rows = await connection.all<Record<string, T>>(query)
  return rows.flatMap((row) => Object.values(row))
}

/** The only column of the only row; undefined if there is no row. */
export async function selectValue<T>(connection: Connection, query: Sql): Promise<T | undefined> {
  const [found] = await selectColumn<T>(connection, query)
  return found
}

/** Rows with camel-case property names: `rootId` for `root_id`. */
export async function selectRecords<R>(connection: Connection, query: Sql): Promise<R[]> {
  const rows = await connection.all<object>(query)
  return rows.map(
    (row) =>
      Object.fromEntries(Object.entries(row).map(([name, held]) => [propertyOf(name), held])) as R,
  )
}

function propertyOf(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
