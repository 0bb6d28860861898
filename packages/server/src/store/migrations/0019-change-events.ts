import type { Connection, Dialect } from '../sql/dialect.ts'
import { columnTypes } from './baseline/column-types.ts'

/** Adds the space and the events of a change. Entries of earlier versions have none. */
export function addChangeEvents(connection: Connection, { kind }: Dialect): Promise<void> {
  return connection.script(`
    alter table changes add column space_id bigint;
    alter table changes add column events ${columnTypes[kind].text} not null default '';
  `)
}
