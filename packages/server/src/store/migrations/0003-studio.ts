import type { Dialect } from '../dialect.ts'

/** People who use Studio: who they are, from where, and what they look at. */
export function studio(dialect: Dialect): string {
  const { textType: text, clustered } = dialect
  return `
    alter table users add column name ${text};
    alter table users add column space_ids ${text};
    alter table users add column preferences ${text};
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
    create index items_in_archive on items (archived_at) where archived_at is not null;
    create index changes_of_root on changes (root_id, seq);
    create table uses (
      kind ${text} not null,
      target_id bigint not null,
      item_id bigint not null,
      primary key (kind, target_id, item_id)
    )${clustered};
    create index uses_by_item on uses (item_id);
  `
}
