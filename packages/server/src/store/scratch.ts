import { DatabaseSync } from 'node:sqlite'
import type { Scratch } from './store.ts'

/** A temporary database, which SQLite stores in an unnamed file and deletes itself. */
export function openScratch(): Scratch {
  const file = new DatabaseSync('')
  file.exec(`
    pragma journal_mode = off;
    pragma synchronous = off;
    create table lines (id integer primary key, model_id integer, line integer not null);
    begin;
  `)
  const insert = file.prepare('insert or ignore into lines (id, model_id, line) values (?, ?, ?)')
  const select = file.prepare(
    'select id, model_id, line from lines where id in (select value from json_each(?))',
  )
  const highest = file.prepare('select max(id) as id from lines')
  return {
    note: (id, modelId, line) => void insert.run(id, modelId, line),
    find(ids) {
      const rows = select.all(JSON.stringify(ids)) as {
        id: number
        model_id: number | null
        line: number
      }[]
      return new Map(rows.map((row) => [row.id, { modelId: row.model_id, line: row.line }]))
    },
    highestId: () => (highest.get() as { id: number | null }).id ?? 0,
    close: () => file.close(),
  }
}
