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
