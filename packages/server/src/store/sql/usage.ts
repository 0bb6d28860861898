import type { Connection } from './dialect.ts'
import type { UsageDay, UsageReads, UsageWrites } from '../store.ts'
import { countingRows } from './counting.ts'
import { recordTable } from './record-table.ts'
import { selectValue } from './rows.ts'
import { sql } from './sql.ts'

const dayTable = recordTable<UsageDay>('usage_days', ['root_id', 'date', 'key_id'], {
  rootId: 'integer',
  date: 'text',
  keyId: 'integer',
  reads: 'integer',
  writes: 'integer',
  cacheHits: 'integer',
  errors: 'integer',
})

const useTable = recordTable<{ keyId: number; lastUsedAt: number }>('key_uses', ['key_id'], {
  keyId: 'integer',
  lastUsedAt: 'integer',
})

export function usageReads(connection: Connection): UsageReads {
  return {
    days: (rootId, from) =>
      dayTable.all(
        connection,
        sql`select * from usage_days where root_id = ${rootId} and date >= ${from}
          order by date, key_id`,
      ),
    requests: async (rootId, from) =>
      (await selectValue<number>(
        connection,
        sql`select cast(coalesce(sum(reads + writes), 0) as bigint) as requests from usage_days
          where root_id = ${rootId} and date >= ${from}`,
      )) ?? 0,
    async stored(rootId) {
      const counting = countingRows(connection.dialect)
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
      const uses = await useTable.all(
        connection,
        sql`select u.* from key_uses u join keys k on k.id = u.key_id where k.root_id = ${rootId}`,
      )
      return new Map(uses.map(({ keyId, lastUsedAt }) => [keyId, lastUsedAt]))
    },
  }
}

export function usageWrites(connection: Connection): UsageWrites {
  return {
    lockStored: (rootId) =>
      connection.dialect.locks.name(connection, `stored ${rootId}`, 'exclusive'),
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
      useTable.upsert(
        connection,
        uses.map(({ keyId, at }) => ({ keyId, lastUsedAt: at })),
      ),
  }
}
