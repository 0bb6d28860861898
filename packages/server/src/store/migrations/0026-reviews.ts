import type { Connection, Dialect } from '../sql/dialect.ts'
import { columnTypes } from './baseline/column-types.ts'

/**
 * Adds review dates, and indexes for the start page of Studio. The indexes of revisions have those of users
 * only, so that imports and API keys do not pay for them.
 */
export function createReviews(connection: Connection, { kind }: Dialect): Promise<void> {
  const { id, text } = columnTypes[kind]
  const isByUser = `actor >= 'user:' and actor < 'user;'`
  return connection.script(`
    create table reviews (
      item_id ${id} not null primary key,
      root_id bigint not null,
      due_on ${text} not null
    );
    create index reviews_by_date on reviews (root_id, due_on, item_id);
    create index failed_schedules on schedules (root_id, due_at) where failed_at is not null;
    create index drafts_of_users on revision_heads (actor, at)
      where kind <> 'publish' and ${isByUser};
    create index publications_of_users on revision_heads (at)
      where kind = 'publish' and ${isByUser};
  `)
}
