import type { Connection } from '../sql/dialect.ts'

/** Entries that exist already stand alone. */
export function addChangeBatches(connection: Connection): Promise<void> {
  return connection.script('alter table changes add column batch bigint not null default 0;')
}
