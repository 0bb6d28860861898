import type { Columns, Connection, Dialect } from './dialect.ts'
import type { UsageDay, UsageReads, UsageWrites } from '../store.ts'
import { countingRows } from './counting.ts'
import { sql } from './sql.ts'

interface DayRow {
  root_id: number
  date: string
  key_id: number
  reads: number
  writes: number
  cache_hits: number
  errors: number
}

const useColumns = { key_id: 'integer', last_used_at: 'integer' } as const satisfies Columns

export function usageReads(connection: Connection, dialect: Dialect): UsageReads {
  return {
    async days(rootId, from) {
      const rows = await connection.all<DayRow>(
        sql`select * from usage_days where root_id = ${rootId} and date >= ${from}
          order by date, key_id`,
      )
      return rows.map(dayOf)
    },
    async requests(rootId, from) {
      const [row] = await connection.all<{ requests: number }>(
        sql`select cast(coalesce(sum(reads + writes), 0) as bigint) as requests from usage_days
          where root_id = ${rootId} and date >= ${from}`,
      )
      return row?.requests ?? 0
    },
    async stored(rootId) {
      const counting = countingRows(dialect)
      const [row] = await connection.all<{ items: number; media: number; bytes: number }>(
        sql`select
          (select count(*) from items where ${counting}root_id = ${rootId}
            and deleted_at is null) as items,
          (select count(*) from media where ${counting}root_id = ${rootId}
            and deleted_at is null) as media,
          (select cast(coalesce(sum(bytes), 0) as bigint) from media
            where ${counting}root_id = ${rootId} and deleted_at is null) as bytes`,
      )
      return { items: row?.items ?? 0, media: row?.media ?? 0, mediaBytes: row?.bytes ?? 0 }
    },
    async lastUses(rootId) {
      const rows = await connection.all<{ key_id: number; last_used_at: number }>(
        sql`select u.key_id, u.last_used_at from key_uses u join keys k on k.id = u.key_id
          where k.root_id = ${rootId}`,
      )
      return new Map(rows.map((row) => [row.key_id, row.last_used_at]))
    },
  }
}

export function usageWrites(connection: Connection, dialect: Dialect): UsageWrites {
  return {
    lockStored: (rootId) => dialect.lock(connection, `stored ${rootId}`, 'exclusive'),
    async add(days) {
      for (const day of days) {
        await connection.run(
          sql`insert into usage_days (root_id, date, key_id, reads, writes, cache_hits, errors)
            values (${day.rootId}, ${day.date}, ${day.keyId}, ${day.reads}, ${day.writes},
              ${day.cacheHits}, ${day.errors})
            on conflict (root_id, date, key_id) do update set
              reads = usage_days.reads + excluded.reads,
              writes = usage_days.writes + excluded.writes,
              cache_hits = usage_days.cache_hits + excluded.cache_hits,
              errors = usage_days.errors + excluded.errors`,
        )
      }
    },
    noteUses: (uses) =>
      connection.upsertRows(
        'key_uses',
        useColumns,
        ['key_id'],
        uses.map(({ keyId, at }) => ({ key_id: keyId, last_used_at: at })),
      ),
  }
}

function dayOf(row: DayRow): UsageDay {
  return {
    rootId: row.root_id,
    date: row.date,
    keyId: row.key_id,
    reads: row.reads,
    writes: row.writes,
    cacheHits: row.cache_hits,
    errors: row.errors,
  }
}
