import type { Connection, Dialect } from '../sql/dialect.ts'
import { columnTypes } from './baseline/column-types.ts'
import { derivedTables } from './baseline/derived.ts'
import { postgresTables } from './baseline/postgres-tables.ts'
import { transientTables, sourceTables } from './baseline/sources.ts'
import { sqliteTables } from './baseline/sqlite-tables.ts'

export const baselineVersion = 14
/** The only version before the baseline that can be opened. */
export const convertedVersion = 13

const ownTables = { sqlite: sqliteTables, postgres: postgresTables }

/**
 * Creates all tables in an empty database. Times are milliseconds, JSON is text, and booleans are 0 and 1,
 * so that both databases store the same values.
 */
export function createBaseline(connection: Connection, { kind }: Dialect): Promise<void> {
  const types = columnTypes[kind]
  return connection.script(`
    ${sourceTables(types)}
    ${transientTables(types)}
    ${derivedTables(types)}
    ${ownTables[kind]}
  `)
}

/** Version 13 has the same tables. On PostgreSQL, two indexes still have their old names. */
export async function convertToBaseline(connection: Connection, { kind }: Dialect): Promise<void> {
  if (kind === 'sqlite') return
  await connection.script(`
    alter index shared_keys_pkey rename to index_keys_pkey;
    alter index shared_entries_pkey rename to entries_pkey;
  `)
}
