import type { Connection } from '../sql/dialect.ts'

/** Keys that exist already keep their permission to publish. */
export function addKeyPublishes(connection: Connection): Promise<void> {
  return connection.script('alter table keys add column publishes bigint not null default 1;')
}
