import type { ColumnTypes } from './column-types.ts'

/** The sources of truth, which backups contain. */
export function sourceTables({ text, id, clustered }: ColumnTypes): string {
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
    create index items_in_archive on items (archived_at) where archived_at is not null;
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
      created_at bigint not null,
      name ${text},
      space_ids ${text},
      preferences ${text}
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
    create index changes_of_root on changes (root_id, seq);
  `
}

/** Not part of backups: temporary records, positions of consumers, and usage counters. */
export function transientTables({ text, clustered }: ColumnTypes): string {
  return `
    create table kept_replies (
      key_id bigint not null,
      name ${text} not null,
      request_digest ${text} not null,
      item_id bigint not null,
      at bigint not null,
      primary key (key_id, name)
    )${clustered};
    create index kept_replies_by_time on kept_replies (at);
    create table sessions (
      id ${text} not null primary key,
      user_id bigint not null,
      token_hash ${text} not null unique,
      created_at bigint not null,
      last_seen_at bigint not null,
      address ${text} not null,
      agent ${text} not null
    )${clustered};
    create index sessions_of_user on sessions (user_id);
    create table invitations (
      user_id bigint not null primary key,
      token_hash ${text} not null unique,
      expires_at bigint not null
    )${clustered};
    create table sign_in_failures (
      name ${text} not null primary key,
      count bigint not null,
      since bigint not null
    )${clustered};
    create table followers (
      name ${text} not null primary key,
      position ${text} not null,
      holder ${text} not null,
      held_until bigint not null
    )${clustered};
    create table usage_days (
      root_id bigint not null,
      date ${text} not null,
      key_id bigint not null,
      reads bigint not null,
      writes bigint not null,
      cache_hits bigint not null,
      errors bigint not null,
      primary key (root_id, date, key_id)
    )${clustered};
    create table key_uses (
      key_id bigint not null primary key,
      last_used_at bigint not null
    )${clustered};
  `
}
