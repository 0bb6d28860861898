import type { Connection, Dialect } from '../sql/dialect.ts'
import { columnTypes } from './baseline/column-types.ts'

/** Adds the network address of the client. Entries of earlier versions have none. */
export function addChangeAddresses(connection: Connection, { kind }: Dialect): Promise<void> {
  return connection.script(`alter table changes add column address ${columnTypes[kind].text};`)
}
