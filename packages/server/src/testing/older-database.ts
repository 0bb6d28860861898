/** Turns `index_keys` back into what it was before views shared rows, for tests of migrations. */
const columns = 'field_id, key, created_at, item_id, rest, rest_digest'

export const olderKeys = `
  alter table index_keys rename to shared_keys;
  create table index_keys (
    scope bigint, field_id bigint, key text, created_at bigint, item_id bigint, rest text,
    rest_digest text
  );
  insert into index_keys select language_id * 2, ${columns} from shared_keys where (views & 1) <> 0;
  insert into index_keys select language_id * 2 + 1, ${columns} from shared_keys where (views & 2) <> 0;
  drop table shared_keys;
  drop table if exists search_pending;
`
