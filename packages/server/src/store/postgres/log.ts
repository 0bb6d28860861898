import pg from 'pg'
import { LostPosition, type ChangeLog, type LogPage, type Signals } from '../change-log.ts'
import { changeOf } from '../sql/changes.ts'

export const changeChannel = 'octavo_changes'
/**
 * For connections that read the end of the change log. Before the statistics of a new table are collected,
 * PostgreSQL plans to read all of it.
 */
export const withoutScans = 'set enable_seqscan = off'
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
    (pg_snapshot_xmax($1::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot())
      or pg_snapshot_xmax(coalesce($4, $1)::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()))
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

/** PostgreSQL rejects a position that it did not create, such as one of the embedded database. */
function foreignPosition(error: unknown): never {
  const { code } = error as { code?: unknown }
  throw code === invalidText || code === outOfRange ? new LostPosition() : error
}
const [invalidText, outOfRange] = ['22P02', '22003']

/**
 * Transactions do not commit in the order of their numbers, so a number is not a position. A snapshot is:
 * changes that are visible in a later snapshot but not in the earlier one were committed in between.
 */
export async function openPostgresLog(
  url: string,
  sender: string,
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
  client.on('notification', ({ payload }) => onCommit(payload === sender))
  await client.connect()
  await client.query(`listen ${changeChannel}; ${withoutScans}`)

  async function snapshot(): Promise<string> {
    const { rows } = await client.query<{ now: string }>(
      'select pg_current_snapshot()::text as now',
    )
    return rows[0]?.now ?? ''
  }

  async function next(text: string, upTo: string | null = null): Promise<LogPage> {
    const position = parsePosition(text)
    const { snapshot: from, last } = position
    const values = [from, last.transaction_id, last.seq, position.target ?? upTo]
    const query = { name: 'octavo_changes_since', text: changesSince, values }
    const { rows } = await client.query<PageRow>(query).catch(foreignPosition)
    if (rows[0]?.is_lost !== false) throw new LostPosition()
    const { target } = rows[0]
    const found = rows.filter(({ seq }) => seq !== null)
    const isFull = found.length === batchSize
    const afterRow = (index: number): string => {
      const row = found[index]
      const isEnd = !isFull && index === found.length - 1
      return row && !isEnd ? positionAfter(position, target, row) : target
    }
    return {
      changes: found.map(changeOf),
      // Up to the same snapshot: of two transactions, the one with the lower number may commit later.
      start: positionAfter(position, target, last),
      position: afterRow(found.length - 1),
      hasMore: isFull || (upTo !== null && target !== upTo),
      positionAfter: afterRow,
    }
  }

  return {
    position: snapshot,
    next,
    async read(from, onPage) {
      for (let position = from, hasMore = false; ;) {
        const page = await next(position)
        if (page.changes.length > 0 || hasMore) onPage(page)
        ;({ position, hasMore } = page)
        if (!hasMore) return position
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
