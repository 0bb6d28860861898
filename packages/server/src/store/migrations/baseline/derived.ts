import { lastPublicationShown } from '../../last-publication.ts'
import type { ColumnTypes } from './column-types.ts'

/**
 * Tables derived from the sources. Rows with long texts are not clustered: on SQLite, a clustered table
 * needs an overflow page for every text longer than a quarter of a page.
 */
export function derivedTables({ text, id, json, clustered }: ColumnTypes): string {
  return `
    create table documents (
      id ${id} not null primary key,
      item_id bigint not null,
      digest ${text} not null,
      body ${text} not null
    );
    create table document_texts (
      document_id ${id} not null primary key,
      spans ${json} not null,
      short_texts ${text} not null,
      long_texts ${text} not null,
      rests ${text} not null
    );
    create table entries (
      item_id bigint not null,
      language_id bigint not null,
      views bigint not null,
      model_id bigint not null,
      space_id bigint not null,
      status ${text} not null,
      created_at bigint not null,
      updated_at bigint not null,
      published_at bigint,
      last_published_at bigint,
      language_mask bigint not null,
      document_id bigint not null,
      primary key (item_id, language_id, views)
    )${clustered};
    create index entries_newest on entries (language_id, created_at, item_id, views);
    create index entries_of_model on entries (language_id, model_id, created_at, item_id, views);
    create index entries_of_space on entries (language_id, space_id, created_at, item_id, views);
    create index entries_by_update on entries (language_id, model_id, updated_at, item_id, views);
    create index entries_by_publication on entries
      (language_id, model_id, published_at, item_id, views);
    create index entries_by_last_publication on entries
      (language_id, model_id, ${lastPublicationShown}, item_id, views);
    create index entries_by_document on entries
      (document_id, language_id, model_id, item_id, views);
    create table entry_counts (
      scope bigint not null,
      model_id bigint not null,
      space_id bigint not null,
      language_mask bigint not null,
      shard bigint not null,
      value bigint not null,
      primary key (scope, model_id, space_id, language_mask, shard)
    )${clustered};
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
    create index index_keys_by_item on index_keys (item_id, language_id, field_id, key, views);
    create table claims (
      space_id bigint not null,
      field_id bigint not null,
      language_id bigint not null,
      value ${text} not null,
      item_id bigint not null,
      primary key (space_id, field_id, language_id, value)
    )${clustered};
    create index claims_by_item on claims (item_id);
    create table uses (
      kind ${text} not null,
      target_id bigint not null,
      item_id bigint not null,
      primary key (kind, target_id, item_id)
    )${clustered};
    create index uses_by_item on uses (item_id);
    create table media_texts (
      media_id bigint not null,
      folded ${text} not null
    );
    create index media_texts_of_media on media_texts (media_id);
    create table away_texts (
      item_id bigint not null primary key,
      title ${text} not null,
      folded ${text} not null
    )${clustered};
    create table generations (
      model_id bigint not null,
      shard bigint not null,
      value bigint not null,
      primary key (model_id, shard)
    )${clustered};
  `
}
