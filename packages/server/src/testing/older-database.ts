/** Turns `index_keys` back into what it was before views shared rows, for tests of migrations. */
const columns = 'field_id, key, created_at, item_id, rest, rest_digest'

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
