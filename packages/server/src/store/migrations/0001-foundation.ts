import type { Dialect } from '../dialect.ts'
import { lastPublicationShown } from '../last-publication.ts'

/**
 * Sources of truth first, then what is derived from them. Times are milliseconds, JSON is text,
 * booleans are 0 and 1, so that both databases hold the same values.
 */
export function foundation(dialect: Dialect): string {
  const { textType: text, idType: id, clustered } = dialect
  return `
    create table roots (
      id ${id} not null primary key,
      luid ${text} not null unique,
      name ${text} not null,
      version bigint not null,
      definition ${text} not null,
      settings ${text} not null
    );
    create table items (
      id ${id} not null primary key,
      root_id bigint not null,
      space_id bigint not null,
      model_id bigint not null,
      created_at bigint not null,
      archived_at bigint,
      deleted_at bigint
    );
    create index items_by_model on items (model_id, id);
    create index items_in_trash on items (deleted_at) where deleted_at is not null;
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
    )${clustered};
    create table media (
      id ${id} not null primary key,
      root_id bigint not null,
      space_id bigint not null,
      filename ${text} not null,
      type ${text} not null,
      bytes bigint not null,
      width bigint,
      height bigint,
      sha256 ${text} not null,
      created_at bigint not null,
      archived_at bigint,
      deleted_at bigint
    );
    create index media_by_root on media (root_id, id);
    create index media_by_file on media (sha256, space_id);
    create index media_in_trash on media (deleted_at) where deleted_at is not null;
    create table media_alts (
      media_id bigint not null,
      language_id bigint not null,
      alt ${text} not null,
      primary key (media_id, language_id)
    )${clustered};
    create table keys (
      id ${id} not null primary key,
      root_id bigint not null,
      name ${text} not null,
      secret_hash ${text} not null,
      hint ${text} not null,
      reads ${text} not null,
      space_ids ${text},
      writes_contents bigint not null,
      writes_media bigint not null,
      read_limit bigint,
      write_limit bigint,
      expires_at bigint,
      disabled_at bigint,
      created_at bigint not null
    );
    create table users (
      id ${id} not null primary key,
      email ${text} not null unique,
      role ${text} not null,
      password_hash ${text} not null,
      created_at bigint not null
    );
    create table changes (
      seq ${id} not null primary key,
      at bigint not null,
      root_id bigint not null,
      kind ${text} not null,
      subject_id bigint not null,
      model_id bigint,
      actor ${text} not null,
      action ${text} not null,
      scopes ${text} not null
    );
    create index changes_by_subject on changes (kind, subject_id, seq);
    create table kept_replies (
      key_id bigint not null,
      name ${text} not null,
      request_digest ${text} not null,
      item_id bigint not null,
      at bigint not null,
      primary key (key_id, name)
    )${clustered};
    create index kept_replies_by_time on kept_replies (at);

    create table documents (
      id ${id} not null primary key,
      item_id bigint not null,
      digest ${text} not null,
      body ${text} not null
    );
    create index documents_by_item on documents (item_id);
    create table entries (
      scope bigint not null,
      item_id bigint not null,
      model_id bigint not null,
      space_id bigint not null,
      status ${text} not null,
      created_at bigint not null,
      updated_at bigint not null,
      published_at bigint,
      last_published_at bigint,
      language_mask bigint not null,
      document_id bigint not null,
      primary key (scope, item_id)
    )${clustered};
    create index entries_by_item on entries (item_id);
    create index entries_newest on entries (scope, created_at, item_id);
    create index entries_of_model on entries (scope, model_id, created_at, item_id);
    create index entries_of_space on entries (scope, space_id, created_at, item_id);
    create index entries_by_update on entries (scope, model_id, updated_at, item_id);
    create index entries_by_publication on entries (scope, model_id, published_at, item_id);
    create index entries_by_last_publication on entries
      (scope, model_id, ${lastPublicationShown}, item_id);
    create index entries_by_document on entries (document_id, scope, model_id, item_id);
    create table index_keys (
      scope bigint not null,
      field_id bigint not null,
      key ${text} not null,
      created_at bigint not null,
      item_id bigint not null,
      rest ${text} not null,
      rest_digest ${text} not null,
      primary key (scope, field_id, key, created_at, item_id, rest_digest)
    )${clustered};
    create index index_keys_by_item on index_keys (item_id, scope, field_id, key);
    create table search_texts (
      document_id bigint not null,
      field_id bigint not null,
      text ${text} not null,
      primary key (document_id, field_id)
    )${clustered};
    create table claims (
      space_id bigint not null,
      field_id bigint not null,
      language_id bigint not null,
      value ${text} not null,
      item_id bigint not null,
      primary key (space_id, field_id, language_id, value)
    )${clustered};
    create index claims_by_item on claims (item_id);
    create table generations (
      model_id bigint not null,
      shard bigint not null,
      value bigint not null,
      primary key (model_id, shard)
    )${clustered};
    ${dialect.ownTables}
  `
}
