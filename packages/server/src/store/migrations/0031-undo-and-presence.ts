import type { Connection, Dialect } from '../sql/dialect.ts'
import { columnTypes } from './baseline/column-types.ts'

export function createUndoAndPresence(connection: Connection, { kind }: Dialect): Promise<void> {
  const { text, clustered } = columnTypes[kind]
  return connection.script(`
    create table undo_states (
      item_id bigint not null,
      language_id bigint not null,
      previous ${text},
      version ${text} not null,
      root_version bigint not null,
      at bigint not null,
      primary key (item_id, language_id)
    )${clustered};
    create index undo_states_by_time on undo_states (at);
    create table presences (
      user_id bigint not null,
      tab ${text} not null,
      item_id bigint not null,
      field ${text},
      language ${text},
      seen_at bigint not null,
      primary key (user_id, tab)
    )${clustered};
    create index presences_of_item on presences (item_id, seen_at);
  `)
}
