import pg from 'pg'
import { LostPosition, type ChangeLog, type Signals } from './change-log.ts'
import { changeOf, type ChangeRow } from './sql/changes.ts'

export const changeChannel = 'octavo_changes'
const batchSize = 1000

/** A change, by its place in the index. */
interface Place {
  transaction_id: string
  seq: number
}

/** Before all that a snapshot may not have seen: whatever is older than its xmin had ended. */
function beginningOf(position: string): Place {
  return { transaction_id: position.split(':', 1)[0] ?? '', seq: 0 }
}

/**
 * One page and where the log stands, in one statement and so in one snapshot. One bound alone: of two, the
 * index may be walked from the lower one. As queries of their own, so that there is one plan for all.
 */
export const changesSince = `select pg_current_snapshot()::text as now,
    pg_snapshot_xmax($1::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()) as is_lost,
    found.*
  from (select 1 as one) one left join lateral (
    select * from changes
    where not pg_visible_in_snapshot(transaction_id, $1::pg_snapshot)
      and (transaction_id, seq) > ((select $2::text::xid8), (select $3::bigint))
    order by transaction_id, seq limit ${batchSize}
  ) found on true
  order by found.transaction_id, found.seq`

type OnChanges = Parameters<ChangeLog['read']>[1]

interface PageRow extends ChangeRow, Place {
  now: string
  is_lost: boolean
}

/**
 * Transactions commit in another order than they took their numbers, so a number is no position. A
 * snapshot is one: what the later snapshot sees and the earlier did not see was committed between.
 */
export async function openPostgresLog(
  url: string,
  { onCommit, onBroken }: Signals,
): Promise<ChangeLog> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'octavo changes',
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
    keepAlive: true,
  })
  client.on('error', onBroken)
  client.on('notification', onCommit)
  await client.connect()
  await client.query(`listen ${changeChannel}`)

  async function snapshot(): Promise<string> {
    const { rows } = await client.query<{ now: string }>(
      'select pg_current_snapshot()::text as now',
    )
    return rows[0]?.now ?? ''
  }

  async function page(position: string, last: Place) {
    const { rows } = await client.query<PageRow>({
      name: 'octavo_changes_since',
      text: changesSince,
      values: [position, last.transaction_id, last.seq],
    })
    if (rows[0]?.is_lost !== false) throw new LostPosition()
    return { now: rows[0].now, rows: rows.filter(({ seq }) => seq !== null) }
  }

  async function readMany(position: string, onChanges: OnChanges): Promise<string> {
    await client.query('begin isolation level repeatable read read only')
    try {
      for (let last = beginningOf(position); ;) {
        const { now, rows } = await page(position, last)
        if (rows.length > 0) onChanges(rows.map(changeOf))
        if (rows.length < batchSize) return now
        last = rows.at(-1) ?? last
      }
    } finally {
      await client.query('commit')
    }
  }

  return {
    position: snapshot,
    async read(position, onChanges) {
      const { now, rows } = await page(position, beginningOf(position))
      if (rows.length === batchSize) return readMany(position, onChanges)
      if (rows.length > 0) onChanges(rows.map(changeOf))
      return now
    },
    // Numbers are not in the order of commits.
    after: () => undefined,
    async close() {
      client.removeAllListeners('notification')
      await client.end()
    },
  }
}
