import type { Connection, Dialect } from '../sql/dialect.ts'
import { columnTypes } from './baseline/column-types.ts'

/** Adds the schedules that a change has dropped. Null: none. */
export function addUndoSchedules(connection: Connection, { kind }: Dialect): Promise<void> {
  return connection.script(
    `alter table undo_states add column schedules ${columnTypes[kind].text};`,
  )
}
