/** The PostgreSQL dialect. */
import pg from 'pg'
import { gramsOfEach } from '../search/grams.ts'
import { hasTexts, shardCount, type Dialect } from '../sql/dialect.ts'
import { raw, sql } from '../sql/sql.ts'
import type { IdKind } from '../store.ts'
import { postgresReading } from './reading.ts'

/** Advisory locks share one number space per database; this seed separates ours. */
const lockSpace = 0x0c7a
const oldestVersion = 15

/** In milliseconds. Unlike `now()`, it advances within a transaction. */
export const clockOfDatabase = raw('floor(extract(epoch from clock_timestamp()) * 1000)::bigint')

export const postgresDialect: Dialect = {
  kind: 'postgres',
  reading: postgresReading,
  isOneOf(column, values) {
    if (values.length === 0) return raw('1 = 0')
    const type = typeof values[0] === 'number' ? 'bigint' : 'text'
    return sql`${raw(column)} = any(${values}::${raw(type)}[])`
  },
  locks: {
    rows: raw(' for update'),
    async name(connection, name, mode) {
      const lock = raw(mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')
      // Waits until the lock is held, which is the result.
      await connection.all(sql`select ${lock}(hashtextextended(${name}, ${lockSpace}))`)
    },
  },
  ids: {
    async allocate(connection, kind, count) {
      // The count is a subquery: if the planner knows its value, it replans each time.
      const rows = await connection.all<{ id: number }>(
        sql`select nextval(${sequence(kind)}) as id from generate_series(1, (select ${count}::int))`,
      )
      return rows.map((row) => row.id)
    },
    // Advancing id by id never steps back over an id that another session has just taken. A jump is safe only
    // if no session can be near its end.
    async raise(connection, kind, atLeast) {
      const name = sequence(kind)
      await connection.run(
        sql`select case
            when gap > 10000 then setval(${name}, ${atLeast}::bigint)
            when gap > 0 then (select max(nextval(${name})) from generate_series(1, gap))
          end from (select ${atLeast}::bigint - last_value + case when is_called then 0 else 1 end as gap
            from ${raw(name)}) sequence`,
      )
    },
    async highest(connection, kind) {
      const [row] = await connection.all<{ value: number }>(
        sql`select case when is_called then last_value else 0 end as value
          from ${raw(sequence(kind))}`,
      )
      return row?.value ?? 0
    },
  },
  search: {
    idColumn: 'document_id',
    isPending: () => raw('false'),
    async add(connection, saved) {
      const documents = saved.filter(hasTexts)
      if (documents.length === 0) return
      const ids = documents.map(({ id }) => id)
      // Passed as text, because PostgreSQL requires nested arrays to have the same length.
      const all = await gramsOfEach(documents)
      const grams = all.map((one) => `{${[...one].join(',')}}`)
      await connection.run(
        sql`insert into search_grams (document_id, grams)
          select id, list::bigint[] from unnest(${ids}::bigint[], ${grams}::text[]) as new (id, list)`,
      )
    },
    async startMany() {},
    async endMany() {},
  },
  counts: {
    // Backend process ids are consecutive, so concurrent writers rarely share a shard.
    shard: raw(`pg_backend_pid() % ${shardCount}`),
    hasTriggers: true,
  },
  clock: clockOfDatabase,
  async faults(connection) {
    const [row] = await connection.all<{ number: number; version: string; encoding: string }>(
      sql`select current_setting('server_version_num')::int as number,
        current_setting('server_version') as version,
        current_setting('server_encoding') as encoding`,
    )
    const faults: string[] = []
    if (row && row.number < oldestVersion * 10_000) {
      faults.push(
        `PostgreSQL ${row.version} is not supported: use version ${oldestVersion} or later`,
      )
    }
    if (row && row.encoding !== 'UTF8')
      faults.push(`the encoding is ${row.encoding}, but must be UTF8`)
    return faults
  },
  isUniqueViolation: (error, table) =>
    error instanceof pg.DatabaseError && error.code === '23505' && error.table === table,
}

function sequence(kind: IdKind): string {
  return `octavo_${kind}_ids`
}
