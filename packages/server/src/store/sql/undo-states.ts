import type { UndoReads, UndoState, UndoWrites } from '../undo-states.ts'
import type { Connection } from './dialect.ts'
import { recordTable } from './record-table.ts'
import { sql } from './sql.ts'

const undoTable = recordTable<UndoState>('undo_states', ['item_id', 'language_id'], {
  itemId: 'integer',
  languageId: 'integer',
  previous: 'object',
  schedules: 'object',
  entries: 'object',
  version: 'text',
  rootVersion: 'integer',
  at: 'integer',
})

export function undoReads(connection: Connection): UndoReads {
  return {
    ofItem: (itemId) =>
      undoTable.all(connection, sql`select * from undo_states where item_id = ${itemId}`),
  }
}

export function undoWrites(connection: Connection): UndoWrites {
  return {
    save: (states) => undoTable.upsert(connection, states),
    remove: (itemId) => connection.run(sql`delete from undo_states where item_id = ${itemId}`),
    removeBefore: (time) => connection.run(sql`delete from undo_states where at < ${time}`),
  }
}
