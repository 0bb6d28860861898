const idKinds = ['content', 'media', 'definition', 'key', 'user', 'document', 'change']

/**
 * Grams are stored out of line, so that a hundred rows fit into a page. Statistics on grams would mislead
 * the planner.
 */
const searchIndex = `
  create table search_grams (document_id bigint not null primary key, grams bigint[] not null);
  create index search_grams_index on search_grams using gin (grams);
  alter table search_grams set (toast_tuple_target = 128);
  alter table search_grams alter column grams set statistics 0;
`

/** Only rests are moved out of line first: the searched columns stay in the row while they fit. */
const searchedInPlace = `
  alter table document_texts alter column short_texts set storage main;
  alter table document_texts alter column long_texts set storage main;
`

/** The order of sequence numbers is not the order of commits. */
const transactionsOfChanges = `
  alter table changes add column transaction_id xid8 not null default pg_current_xact_id();
  create index changes_by_transaction on changes (transaction_id, seq);
`

const countKey = 'scope, model_id, space_id, language_mask'

/**
 * Updates the entry counts once per statement, for each view of an entry. Concurrent writers rarely share a
 * shard.
 */
function countingTrigger(name: string, event: string, tables: readonly ('old' | 'new')[]): string {
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
        insert into entry_counts (${countKey}, shard, value)
          select ${countKey}, own_shard, sum(change) from (${rows.join(' union all ')}) every
          group by ${countKey} having sum(change) <> 0 order by ${countKey}
          on conflict (${countKey}, shard) do update set value = entry_counts.value + excluded.value;
        return null;
      end
    $$;
    create trigger ${name} after ${event} on entries referencing ${references.join(' ')}
      for each statement execute function octavo_${name}();
  `
}

export const postgresTables = `
  ${idKinds.map((kind) => `create sequence octavo_${kind}_ids;`).join('\n')}
  ${searchIndex}
  ${searchedInPlace}
  ${transactionsOfChanges}
  ${countingTrigger('entries_added', 'insert', ['new'])}
  ${countingTrigger('entries_removed', 'delete', ['old'])}
  ${countingTrigger('entries_moved', 'update', ['old', 'new'])}
`
