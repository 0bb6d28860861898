import type { Connection, Dialect } from '../sql/dialect.ts'
import { columnTypes } from './baseline/column-types.ts'

/** Adds the entries of repeats. Items of earlier versions get theirs when they are saved or reindexed. */
export function addRepeatEntries(connection: Connection, { kind }: Dialect): Promise<void> {
  return connection.script(
    `alter table document_texts add column entries ${columnTypes[kind].json}`,
  )
}
