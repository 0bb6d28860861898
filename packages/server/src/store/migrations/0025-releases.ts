import type { Connection, Dialect } from '../sql/dialect.ts'
import { columnTypes } from './baseline/column-types.ts'

/**
 * Releases and their entries. `copy` is the content to publish, `base` the time of the data that was public
 * when it was added, `previous` what was public before the release. Entries that delete have language 0.
 */
export function createReleases(connection: Connection, { kind }: Dialect): Promise<void> {
  const { text } = columnTypes[kind]
  return connection.script(`
    create table releases (
      id bigint not null primary key,
      root_id bigint not null,
      luid ${text} not null,
      name ${text} not null,
      actor ${text} not null,
      created_at bigint not null,
      due_at bigint,
      publisher ${text},
      published_at bigint,
      undone_at bigint,
      archived_at bigint,
      failed_at bigint,
      problems ${text},
      unique (root_id, luid)
    );
    create index releases_by_time on releases (due_at, id)
      where due_at is not null and failed_at is null;
    create table release_entries (
      release_id bigint not null,
      item_id bigint not null,
      language_id bigint not null,
      action ${text} not null,
      copy ${text},
      base bigint not null,
      previous ${text},
      actor ${text} not null,
      added_at bigint not null,
      stamp bigint not null,
      primary key (release_id, item_id, language_id)
    );
    create index release_entries_of_item on release_entries (item_id);
  `)
}
