import type { Connection, Dialect } from '../sql/dialect.ts'
import { columnTypes } from './baseline/column-types.ts'

/** Adds the type of removed fields. Fields that earlier versions removed have none. */
export function addRetiredFieldTypes(connection: Connection, { kind }: Dialect): Promise<void> {
  return connection.script(`alter table retired_fields add column type ${columnTypes[kind].text};`)
}
