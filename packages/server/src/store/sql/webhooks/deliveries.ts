import { say, type CodedMessage } from '@octavo/schema/problems.ts'
import type {
  AttemptRecord,
  DeliveryFilter,
  DeliveryName,
  DeliveryRecord,
  HealthHour,
  ListedDelivery,
  PendingDelivery,
  QueueCount,
  WebhookQueue,
  WebhookReads,
  WebhookWrites,
} from '../../webhooks.ts'
import type { Connection } from '../dialect.ts'
import { recordTable } from '../record-table.ts'
import { selectRecords, selectValue } from '../rows.ts'
import { join, literal, sql, type Sql } from '../sql.ts'
import { pruneDeliveries } from './prune.ts'

export const deliveryTable = recordTable<DeliveryRecord>(
  'webhook_deliveries',
  ['webhook_id', 'event_id'],
  {
    webhookId: 'integer',
    eventId: 'integer',
    subject: 'text',
    state: 'text',
    attempts: 'integer',
    createdAt: 'integer',
    nextAt: 'integer',
    untilAt: 'integer',
    endedAt: 'integer',
  },
)

const attemptTable = recordTable<Omit<AttemptRecord, 'error'> & { error: string | null }>(
  'webhook_attempts',
  ['webhook_id', 'event_id', 'number'],
  {
    webhookId: 'integer',
    eventId: 'integer',
    number: 'integer',
    at: 'integer',
    duration: 'integer',
    status: 'integer',
    error: 'text',
    request: 'object',
    response: 'text',
  },
)

/** Before errors had codes, they were stored as text. */
function errorIn(stored: string | null): CodedMessage | null {
  if (stored === null) return null
  return stored.startsWith('{')
    ? (JSON.parse(stored) as CodedMessage)
    : say('targetFailed', { text: stored })
}

const hour = 60 * 60 * 1000

type Reads = Pick<
  WebhookReads,
  | 'firstAttempts'
  | 'dueRetries'
  | 'dueTimes'
  | 'deliveries'
  | 'attempts'
  | 'health'
  | 'queues'
  | 'queueAges'
>

export function deliveryReads(connection: Connection): Reads {
  async function pending(which: Sql, limit: number): Promise<PendingDelivery[]> {
    const rows = await connection.all<{ bytes: number }>(
      sql`select *, coalesce(
          (select octet_length(data) from webhook_events where id = event_id), 0) as bytes
        from webhook_deliveries where state = 'pending' and ${which} limit ${literal(limit)}`,
    )
    return rows.map((row) => ({ ...deliveryTable.recordOf(row), bytes: row.bytes }))
  }

  return {
    firstAttempts: (webhookId, limit) =>
      pending(sql`attempts = 0 and webhook_id = ${webhookId} order by event_id`, limit),
    dueRetries: (webhookId, now, limit) =>
      pending(
        sql`attempts > 0 and webhook_id = ${webhookId} and next_at <= ${now} order by next_at`,
        limit,
      ),
    async dueTimes() {
      const rows = await selectRecords<{ webhookId: number; due: number }>(
        connection,
        sql`select id as webhook_id, coalesce(
            (select 0 from webhook_deliveries where webhook_id = webhooks.id
              and state = 'pending' and attempts = 0 limit 1),
            (select min(next_at) from webhook_deliveries where webhook_id = webhooks.id
              and state = 'pending' and attempts > 0)) as due
          from webhooks`,
      )
      return new Map(rows.flatMap(({ webhookId, due }) => (due === null ? [] : [[webhookId, due]])))
    },
    async deliveries(filter, limit) {
      const rows = await connection.all<
        Omit<ListedDelivery, keyof DeliveryRecord | 'error'> & { error: string | null }
      >(
        sql`select d.*, e.type, a.status, a.duration, a.error
          from webhook_deliveries d join webhook_events e on e.id = d.event_id
          left join webhook_attempts a on a.webhook_id = d.webhook_id
            and a.event_id = d.event_id and a.number = d.attempts
          where ${condition(filter)} order by d.event_id desc limit ${literal(limit)}`,
      )
      return rows.map((row) => {
        const { type, status, duration, error } = row
        return { ...deliveryTable.recordOf(row), type, status, duration, error: errorIn(error) }
      })
    },
    async attempts({ webhookId, eventId }) {
      const rows = await attemptTable.all(
        connection,
        sql`select * from webhook_attempts where webhook_id = ${webhookId}
          and event_id = ${eventId} order by number`,
      )
      return rows.map((row) => ({ ...row, error: errorIn(row.error) }))
    },
    health: (webhookId, since) =>
      selectRecords<HealthHour>(
        connection,
        sql`select (at - at % ${literal(hour)}) as at,
            sum(case when status between 200 and 299 then 1 else 0 end) as succeeded,
            sum(case when status between 200 and 299 then 0 else 1 end) as failed,
            sum(duration) / count(*) as duration
          from webhook_attempts where webhook_id = ${webhookId} and at >= ${since}
          group by (at - at % ${literal(hour)}) order by 1`,
      ),
    queues: () =>
      selectRecords<QueueCount>(
        connection,
        sql`select webhook_id,
            sum(case when state = 'pending' then 1 else 0 end) as pending,
            sum(case when state = 'failed' then 1 else 0 end) as failed,
            min(case when state = 'pending' then created_at end) as oldest_at
          from webhook_deliveries where state in ('pending', 'failed')
          group by webhook_id order by webhook_id`,
      ),
    queueAges: (limit) =>
      selectRecords<WebhookQueue>(
        connection,
        sql`select id as webhook_id, disabled_at, failing_since,
            (select created_at from webhook_deliveries
              where webhook_id = webhooks.id and state = 'pending'
              order by event_id limit 1) as oldest_at
          from webhooks order by id limit ${literal(limit)}`,
      ),
  }
}

export function deliveryWrites(
  connection: Connection,
): Pick<WebhookWrites, 'saveAttempts' | 'replay' | 'prune'> {
  const { dialect } = connection
  return {
    async saveAttempts(results) {
      if (results.length === 0) return
      const names = results.map(({ attempt }) => attempt)
      const stored = await deliveryTable.all(
        connection,
        sql`select * from webhook_deliveries
          where ${dialect.isOneOf('webhook_id', [...new Set(names.map((one) => one.webhookId))])}
            and ${dialect.isOneOf('event_id', [...new Set(names.map((one) => one.eventId))])}
          order by webhook_id, event_id ${dialect.locks.rows}`,
      )
      const byName = new Map(stored.map((one) => [nameOf(one), one]))
      const kept = results.flatMap(({ attempt, delivery }) => {
        const before = byName.get(nameOf(attempt))
        return before ? [{ attempt, delivery: progress(before, delivery) }] : []
      })
      await attemptTable.upsert(
        connection,
        kept.map(({ attempt }) => {
          return { ...attempt, error: attempt.error && JSON.stringify(attempt.error) }
        }),
      )
      await deliveryTable.upsert(
        connection,
        kept.map(({ delivery }) => delivery),
      )
    },
    async replay({ eventId, ...filter }, now, until) {
      const which =
        eventId === undefined
          ? condition(filter)
          : sql`${condition(filter)} and d.event_id = ${eventId}`
      const chosen = sql`select d.event_id from webhook_deliveries d
        join webhook_events e on e.id = d.event_id where ${which}`
      const count = await selectValue<number>(
        connection,
        sql`select count(*) as found from (${chosen}) chosen`,
      )
      await connection.run(
        sql`update webhook_deliveries
          set state = 'pending', next_at = ${now}, until_at = ${until}, ended_at = null
          where webhook_id = ${filter.webhookId} and event_id in (${chosen})`,
      )
      return count ?? 0
    },
    prune: (times, limit) => pruneDeliveries(connection, times, limit),
  }
}

const nameOf = ({ webhookId, eventId }: DeliveryName): string => `${webhookId} ${eventId}`

/** A delivery that was stopped in the meantime stays stopped, unless this attempt succeeded. */
function progress(before: DeliveryRecord, after: DeliveryRecord): DeliveryRecord {
  const { state, attempts, nextAt, endedAt } = after
  const isKept = before.state !== 'pending' && state !== 'succeeded'
  return isKept ? before : { ...before, state, attempts, nextAt, endedAt }
}

function condition({ webhookId, states, type, since, before }: DeliveryFilter): Sql {
  const parts = [sql`d.webhook_id = ${webhookId}`]
  if (states) {
    const listed = states.map((state) => sql`${state}`)
    parts.push(sql`d.state in (${join(listed, ', ')})`)
  }
  if (type !== undefined) parts.push(sql`e.type = ${type}`)
  if (since !== undefined) parts.push(sql`d.created_at >= ${since}`)
  if (before !== undefined) parts.push(sql`d.event_id < ${before}`)
  return join(parts, ' and ')
}
