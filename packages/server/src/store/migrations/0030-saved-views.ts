import type { Connection, Dialect } from '../sql/dialect.ts'
import { columnTypes } from './baseline/column-types.ts'

export function createSavedViews(connection: Connection, { kind }: Dialect): Promise<void> {
  const { text, clustered } = columnTypes[kind]
  return connection.script(`
    create table saved_views (
      id ${text} not null primary key,
      root_id bigint not null,
      user_id bigint not null,
      is_shared bigint not null,
      name ${text} not null,
      search ${text} not null,
      created_at bigint not null
    )${clustered};
    create index saved_views_of_root on saved_views (root_id, is_shared, user_id);
  `)
}
