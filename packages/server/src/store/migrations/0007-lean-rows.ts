import type { Dialect } from '../dialect.ts'

/**
 * Long texts leave the tables that are searched through: what does not fit into an index key stands in
 * a table of its own. On SQLite, rows with long texts are kept in order of arrival with an index beside
 * them, because a table that is its own index gives every text of more than a quarter page a page alone.
 */
export function leanRows(dialect: Dialect): string {
  const { textType: text } = dialect
  return `
    create table key_rests (
      item_id bigint not null,
      language_id bigint not null,
      field_id bigint not null,
      rest_digest ${text} not null,
      rest ${text} not null,
      primary key (item_id, language_id, field_id, rest_digest)
    );
    insert into key_rests
      select item_id, language_id, field_id, rest_digest, min(rest) from index_keys
      where rest_digest <> '' group by item_id, language_id, field_id, rest_digest;
    ${dialect.kind === 'sqlite' ? rebuilt(dialect) : 'alter table index_keys drop column rest;'}
  `
}

function rebuilt({ textType: text, clustered }: Dialect): string {
  return `
    alter table index_keys rename to older_keys;
    drop index index_keys_by_item;
    create table index_keys (
      language_id bigint not null,
      field_id bigint not null,
      key ${text} not null,
      created_at bigint not null,
      item_id bigint not null,
      rest_digest ${text} not null,
      views bigint not null,
      primary key (language_id, field_id, key, created_at, item_id, rest_digest, views)
    )${clustered};
    insert into index_keys
      select language_id, field_id, key, created_at, item_id, rest_digest, views from older_keys;
    drop table older_keys;
    create index index_keys_by_item on index_keys (item_id, language_id, field_id, key, views);

    alter table search_texts rename to older_texts;
    create table search_texts (
      document_id bigint not null,
      field_id bigint not null,
      text ${text} not null,
      primary key (document_id, field_id)
    );
    insert into search_texts select * from older_texts;
    drop table older_texts;

    alter table item_languages rename to older_languages;
    create table item_languages (
      item_id bigint not null,
      language_id bigint not null,
      draft ${text},
      draft_updated_at bigint,
      published ${text},
      published_updated_at bigint,
      published_at bigint,
      last_published_at bigint,
      primary key (item_id, language_id)
    );
    insert into item_languages select * from older_languages;
    drop table older_languages;
  `
}
