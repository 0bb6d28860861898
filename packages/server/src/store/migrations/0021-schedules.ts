import type { Connection, Dialect } from '../sql/dialect.ts'
import { columnTypes } from './baseline/column-types.ts'

/** Planned publications and unpublications. `copy` is the draft as it was when it was scheduled. */
export function createSchedules(connection: Connection, { kind }: Dialect): Promise<void> {
  const { text } = columnTypes[kind]
  return connection.script(`
    create table schedules (
      item_id bigint not null,
      language_id bigint not null,
      action ${text} not null,
      root_id bigint not null,
      due_at bigint not null,
      copy ${text},
      actor ${text} not null,
      created_at bigint not null,
      failed_at bigint,
      problems ${text},
      primary key (item_id, language_id, action)
    );
    create index schedules_by_time on schedules (due_at, item_id) where failed_at is null;
    create index schedules_of_root on schedules (root_id, due_at);
  `)
}
