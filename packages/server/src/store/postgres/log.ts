import pg from 'pg'
import { LostPosition, type ChangeLog, type LogPage, type Signals } from '../change-log.ts'
import { changeOf } from '../sql/changes.ts'

export const changeChannel = 'octavo_changes'
const batchSize = 1000

/** The position of a change in the index. */
interface Place {
  transaction_id: string
  seq: number
}

/**
 * A position is a snapshot: every change visible in it was read. Between two pages, it consists of both
 * snapshots and the last change that was read.
 */
interface Position {
  snapshot: string
  /** The snapshot up to which the log is being read. */
  target: string | null
  last: Place
}

function parsePosition(text: string): Position {
  const [snapshot = '', target, transactionId = '', seq] = text.split(' ')
  if (target !== undefined) {
    return { snapshot, target, last: { transaction_id: transactionId, seq: Number(seq) } }
  }
  // Starts before everything that the snapshot may not see: transactions older than its xmin had ended.
  const [xmin = ''] = snapshot.split(':', 1)
  return { snapshot, target: null, last: { transaction_id: xmin, seq: 0 } }
}

function positionAfter({ snapshot }: Position, target: string, last: Place): string {
  return `${snapshot} ${target} ${last.transaction_id} ${last.seq}`
}

/**
 * Reads one page and the end of the log in one statement, and so in one snapshot. It uses a single lower
 * bound: with two, PostgreSQL may scan the index from the lower one. The bounds are subqueries, so that one
 * plan serves all values.
 */
export const changesSince = `select target.snapshot::text as target,
    pg_snapshot_xmax(coalesce($4, $1)::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot())
      as is_lost,
    found.*
  from (select coalesce($4::pg_snapshot, pg_current_snapshot()) as snapshot) target
  left join lateral (
    select * from changes
    where not pg_visible_in_snapshot(transaction_id, $1::pg_snapshot)
      and pg_visible_in_snapshot(transaction_id, target.snapshot)
      and (transaction_id, seq) > ((select $2::text::xid8), (select $3::bigint))
    order by transaction_id, seq limit ${batchSize}
  ) found on true
  order by found.transaction_id, found.seq`

interface PageRow extends Place {
  target: string
  is_lost: boolean
}

/**
 * Transactions do not commit in the order of their numbers, so a number is not a position. A snapshot is:
 * changes that are visible in a later snapshot but not in the earlier one were committed in between.
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

  async function next(text: string): Promise<LogPage> {
    const position = parsePosition(text)
    const { snapshot: from, target: upTo, last } = position
    const { rows } = await client.query<PageRow>({
      name: 'octavo_changes_since',
      text: changesSince,
      values: [from, last.transaction_id, last.seq, upTo],
    })
    if (rows[0]?.is_lost !== false) throw new LostPosition()
    const { target } = rows[0]
    const found = rows.filter(({ seq }) => seq !== null)
    const end = found.at(-1)
    const hasMore = found.length === batchSize
    return {
      changes: found.map(changeOf),
      position: hasMore && end ? positionAfter(position, target, end) : target,
      hasMore,
    }
  }

  return {
    position: snapshot,
    next,
    async read(from, onChanges) {
      for (let position = from; ;) {
        const page = await next(position)
        if (page.changes.length > 0) onChanges(page.changes)
        position = page.position
        if (!page.hasMore) return position
      }
    },
    // Sequence numbers are not in the order of commits.
    after: () => undefined,
    async close() {
      client.removeAllListeners('notification')
      await client.end()
    },
  }
}
