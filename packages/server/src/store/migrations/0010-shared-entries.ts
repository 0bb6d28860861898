import type { Dialect } from '../dialect.ts'
import { lastPublicationShown } from '../last-publication.ts'

const facts = `model_id, space_id, status, created_at, updated_at, published_at, last_published_at,
  language_mask, document_id`

/**
 * Most items look the same to both kinds of key: their entry is one row now, as their index keys are
 * already, and says who sees it. Every index has half as many rows.
 */
export function sharedEntries({ textType: text, clustered, kind }: Dialect): string {
  return `
    create table shared_entries (
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
    insert into shared_entries
      select item_id, scope >> 1, sum((scope & 1) + 1), ${facts}
      from entries group by item_id, scope >> 1, ${facts};
    drop table entries;
    alter table shared_entries rename to entries;
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
    ${kind === 'sqlite' ? '' : postgresTriggers}
  `
}

const key = 'scope, model_id, space_id, language_mask'

/** As before, but counting an entry in each view that shows it. */
const postgresTriggers = `
  ${postgresTrigger('entries_added', 'insert', ['new'])}
  ${postgresTrigger('entries_removed', 'delete', ['old'])}
  ${postgresTrigger('entries_moved', 'update', ['old', 'new'])}
`

function postgresTrigger(name: string, event: string, tables: readonly ('old' | 'new')[]): string {
  const rows = tables.map(
    (table) => `select language_id * 2 + bit - 1 as scope, model_id, space_id, language_mask,
        ${table === 'new' ? 1 : -1} as change
      from ${table}_entries join (values (1), (2)) each_view (bit) on (views & bit) <> 0`,
  )
  const references = tables.map((table) => `${table} table as ${table}_entries`)
  return `
    create or replace function octavo_${name}() returns trigger language plpgsql as $$
      declare
        own_shard constant bigint := pg_backend_pid() % 16;
      begin
        insert into entry_counts (${key}, shard, value)
          select ${key}, own_shard, sum(change) from (${rows.join(' union all ')}) every
          group by ${key} having sum(change) <> 0 order by ${key}
          on conflict (${key}, shard) do update set value = entry_counts.value + excluded.value;
        return null;
      end
    $$;
    create trigger ${name} after ${event} on entries referencing ${references.join(' ')}
      for each statement execute function octavo_${name}();
  `
}
