import type { Dialect } from '../dialect.ts'

/**
 * Most items look the same to both kinds of key: what both find by the same value is one row now, which
 * says who sees it. On SQLite, documents wait in a list before they are made searchable, many at once.
 */
export function sharedKeys({ textType: text, clustered, pendingTable }: Dialect): string {
  return `
    create table shared_keys (
      language_id bigint not null,
      field_id bigint not null,
      key ${text} not null,
      created_at bigint not null,
      item_id bigint not null,
      rest ${text} not null,
      rest_digest ${text} not null,
      views bigint not null,
      primary key (language_id, field_id, key, created_at, item_id, rest_digest, views)
    )${clustered};
    insert into shared_keys
      select scope >> 1, field_id, key, created_at, item_id, min(rest), rest_digest,
        sum((scope & 1) + 1)
      from index_keys group by scope >> 1, field_id, key, created_at, item_id, rest_digest;
    drop table index_keys;
    alter table shared_keys rename to index_keys;
    create index index_keys_by_item on index_keys (item_id, language_id, field_id, key, views);
    ${pendingTable}
  `
}
