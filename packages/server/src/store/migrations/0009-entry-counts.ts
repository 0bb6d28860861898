import type { Dialect } from '../dialect.ts'

const key = 'scope, model_id, space_id, language_mask'

/**
 * How many entries there are of each kind, so that nobody has to go through a million of them to say so.
 * PostgreSQL counts by itself, whoever writes entries: a process of an older version may still run. On
 * SQLite a trigger makes each statement keep what it would have to undo, which takes longer than to count:
 * there `sql/derived.ts` does it.
 */
export function entryCounts(dialect: Dialect): string {
  return `
    drop table if exists entry_counts;
    create table entry_counts (
      scope bigint not null,
      model_id bigint not null,
      space_id bigint not null,
      language_mask bigint not null,
      shard bigint not null,
      value bigint not null,
      primary key (${key}, shard)
    )${dialect.clustered};
    insert into entry_counts select ${key}, 0, count(*) from entries group by ${key};
    ${dialect.kind === 'sqlite' ? '' : postgresTriggers}
  `
}

const add = `on conflict (${key}, shard) do update set value = entry_counts.value + excluded.value`

/** Once for each statement. Writers who count at the same time seldom wait for each other's shard. */
const postgresTriggers = `
  ${postgresTrigger('entries_added', 'insert', ['new'])}
  ${postgresTrigger('entries_removed', 'delete', ['old'])}
  ${postgresTrigger('entries_moved', 'update', ['old', 'new'])}
`

function postgresTrigger(name: string, event: string, tables: readonly ('old' | 'new')[]): string {
  const rows = tables.map(
    (table) => `select ${key}, ${table === 'new' ? 1 : -1} as change from ${table}_entries`,
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
          ${add};
        return null;
      end
    $$;
    drop trigger if exists ${name} on entries;
    create trigger ${name} after ${event} on entries referencing ${references.join(' ')}
      for each statement execute function octavo_${name}();
  `
}
