import type { Connection, Dialect } from '../sql/dialect.ts'
import { columnTypes } from './baseline/column-types.ts'

/** Previews of planned changes. Their rows are in the tables of the entries, with bits of their own. */
export function createPreviews(connection: Connection, { kind }: Dialect): Promise<void> {
  const { text, clustered } = columnTypes[kind]
  return connection.script(`
    create table previews (
      slot bigint not null primary key,
      name ${text} not null,
      view ${text} not null,
      state ${text} not null,
      revision bigint not null,
      built_at bigint not null
    );
    create table preview_items (
      slot bigint not null,
      item_id bigint not null,
      stamp ${text} not null,
      primary key (slot, item_id)
    )${clustered};
    create index preview_items_of_item on preview_items (item_id);
    create index stale_preview_items on preview_items (slot) where stamp = '';
    create table plan_version (id bigint not null primary key, value bigint not null);
    insert into plan_version (id, value) values (1, 0), (2, 0);
  `)
}
