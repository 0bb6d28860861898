import type { Connection, Dialect } from '../sql/dialect.ts'
import { columnTypes } from './baseline/column-types.ts'

/** Adds the entries of releases that a change has dropped. Null: none. */
export function addUndoEntries(connection: Connection, { kind }: Dialect): Promise<void> {
  return connection.script(`alter table undo_states add column entries ${columnTypes[kind].text};`)
}
