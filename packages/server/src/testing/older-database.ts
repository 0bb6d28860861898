/** Turns tables back into what they were in older versions, for tests of migrations; the newest first. */

/** Texts as they were before all of a document were one row. */
export const olderTexts = `
  create table search_texts (
    document_id bigint, field_id bigint, text text, primary key (document_id, field_id)
  );
  insert into search_texts
    select document_id, cast(s.key as bigint), substr(
      case cast(s.value ->> 0 as integer) when 0 then short_texts else long_texts end,
      cast(s.value ->> 1 as integer), cast(s.value ->> 2 as integer)
    ) from document_texts, json_each(spans) s where cast(s.value ->> 0 as integer) < 2;
  create table key_rests (
    item_id bigint, language_id bigint, field_id bigint, rest_digest text, rest text,
    primary key (item_id, language_id, field_id, rest_digest)
  );
  insert into key_rests
    select distinct k.item_id, k.language_id, k.field_id, k.rest_digest, substr(rests,
      cast(spans -> k.rest_digest ->> 1 as integer), cast(spans -> k.rest_digest ->> 2 as integer))
    from index_keys k join entries e on e.item_id = k.item_id and e.language_id = k.language_id
      and (e.views & k.views) <> 0
    join document_texts t on t.document_id = e.document_id where k.rest_digest <> '';
  drop table document_texts;
  create index documents_by_item on documents (item_id);
`

const columns = 'field_id, key, created_at, item_id, rest, rest_digest'

/** `index_keys` as it was before views shared rows. */
export const olderKeys = `
  create table whole_keys as select k.*, coalesce(r.rest, '') as rest
    from index_keys k left join key_rests r on r.item_id = k.item_id and r.field_id = k.field_id
      and r.language_id = k.language_id and r.rest_digest = k.rest_digest;
  drop table index_keys;
  drop table key_rests;
  create table index_keys (
    scope bigint, field_id bigint, key text, created_at bigint, item_id bigint, rest text,
    rest_digest text
  );
  insert into index_keys select language_id * 2, ${columns} from whole_keys where (views & 1) <> 0;
  insert into index_keys select language_id * 2 + 1, ${columns} from whole_keys where (views & 2) <> 0;
  drop table whole_keys;
  drop table if exists search_pending;
`

/** Entries as they were before both views shared them. */
export const olderEntries = `
  create table older_entries as
    select language_id * 2 + bit - 1 as scope, item_id, model_id, space_id, status, created_at,
      updated_at, published_at, last_published_at, language_mask, document_id
    from entries join (select 1 as bit union all select 2) each_view on (views & bit) <> 0;
  drop table entries;
  alter table older_entries rename to entries;
`
