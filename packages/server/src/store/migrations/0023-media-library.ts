import type { Connection, Dialect } from '../sql/dialect.ts'
import { columnTypes } from './baseline/column-types.ts'

/**
 * Adds folders, tags, focal points and previews of media. A server creates the previews of earlier uploads in
 * the background.
 */
export function addMediaLibrary(connection: Connection, { kind }: Dialect): Promise<void> {
  const { text, clustered } = columnTypes[kind]
  return connection.script(`
    alter table media add column folder ${text} not null default '';
    alter table media add column focus ${text};
    create index media_by_folder on media (root_id, folder);
    create table media_tags (
      media_id bigint not null,
      tag ${text} not null,
      primary key (media_id, tag)
    )${clustered};
    create index media_by_tag on media_tags (tag, media_id);
    create table media_previews (
      sha256 ${text} not null primary key,
      placeholder ${text},
      thumbhash ${text},
      color ${text}
    )${clustered};
    alter table keys add column lists_media bigint not null default 0;
  `)
}
