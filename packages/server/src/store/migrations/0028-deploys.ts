import type { Connection, Dialect } from '../sql/dialect.ts'
import { columnTypes } from './baseline/column-types.ts'

export function createDeploys(connection: Connection, { kind }: Dialect): Promise<void> {
  const { text, id } = columnTypes[kind]
  return connection.script(`
    alter table webhooks add column deploy ${text};
    create table deploys (
      webhook_id ${id} not null primary key,
      changed_since bigint,
      changed_at bigint,
      asked_at bigint,
      asked_by ${text},
      event_id bigint,
      requested_at bigint,
      report ${text},
      reported_at bigint,
      live_at bigint
    );
  `)
}
