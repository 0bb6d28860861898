import type { Connection, Dialect } from '../sql/dialect.ts'
import { columnTypes } from './baseline/column-types.ts'

export function createManagementTokens(connection: Connection, { kind }: Dialect): Promise<void> {
  const { text, id } = columnTypes[kind]
  return connection.script(`
    create table management_tokens (
      id ${id} not null primary key,
      name ${text} not null,
      token_hash ${text} not null unique,
      hint ${text} not null,
      role ${text} not null,
      space_ids ${text},
      expires_at bigint,
      created_at bigint not null,
      last_used_at bigint
    );
  `)
}
