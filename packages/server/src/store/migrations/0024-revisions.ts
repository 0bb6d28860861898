import type { Connection, Dialect } from '../sql/dialect.ts'
import { columnTypes } from './baseline/column-types.ts'

/** Adds revisions. Items of earlier versions get their first ones with the next change. */
export function createRevisions(connection: Connection, { kind }: Dialect): Promise<void> {
  const { text, id, clustered } = columnTypes[kind]
  const facts = `
      kind ${text} not null,
      started_at bigint not null,
      at bigint not null,
      actor ${text} not null,
      name ${text},
      fields ${text}`
  return connection.script(`
    create table revision_heads (
      item_id bigint not null,
      language_id bigint not null,
      number bigint not null,${facts},
      path ${text} not null,
      length bigint not null,
      is_sealed bigint not null,
      primary key (item_id, language_id)
    )${clustered};
    create table revisions (
      item_id bigint not null,
      language_id bigint not null,
      number bigint not null,
      root_id bigint not null,${facts},
      base bigint not null,
      position bigint not null,
      data ${text} not null,
      primary key (item_id, language_id, number)
    )${clustered};
    create index revisions_by_age on revisions (root_id, kind, at);
    create table retired_fields (
      field_id ${id} not null primary key,
      root_id bigint not null,
      luid ${text} not null,
      name ${text} not null
    );
  `)
}
