import type { Connection } from '../sql/dialect.ts'

/** Adds the time of the last change of the text that is translated. Null: the time of the revision. */
export function addTextTimes(connection: Connection): Promise<void> {
  return connection.script('alter table revision_heads add column text_at bigint;')
}
