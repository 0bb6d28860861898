/** Removes deliveries that ended long ago, with their attempts and events, in small steps. */
import type { DeliveryName, PruneTimes } from '../../webhooks.ts'
import type { Connection } from '../dialect.ts'
import { selectColumn, selectRecords, selectValue } from '../rows.ts'
import { literal, raw, sql, type Sql } from '../sql.ts'

export async function pruneDeliveries(
  connection: Connection,
  { succeeded, failed, perWebhook }: PruneTimes,
  limit: number,
): Promise<boolean> {
  const old = await endedBefore(connection, ['succeeded'], succeeded, limit)
  const oldFailures = await endedBefore(connection, ['failed', 'stopped'], failed, limit)
  const surplus = await beyond(connection, perWebhook, limit)
  const all = [...old, ...oldFailures, ...surplus]
  for (const [webhookId, names] of Map.groupBy(all, (name) => name.webhookId)) {
    const eventIds = [...new Set(names.map(({ eventId }) => eventId))]
    const which = connection.dialect.isOneOf('event_id', eventIds)
    for (const table of ['webhook_attempts', 'webhook_deliveries']) {
      await connection.run(
        sql`delete from ${raw(table)} where webhook_id = ${webhookId} and ${which}`,
      )
    }
  }
  await removeEvents(connection, failed, limit)
  return all.length >= limit
}

function endedBefore(
  connection: Connection,
  states: readonly string[],
  time: number,
  limit: number,
): Promise<DeliveryName[]> {
  return selectRecords<DeliveryName>(
    connection,
    sql`select webhook_id, event_id from webhook_deliveries
      where ${connection.dialect.isOneOf('state', states)} and ended_at < ${time}
      order by ended_at limit ${literal(limit)}`,
  )
}

/** Finished deliveries beyond the number that is kept for each webhook: the oldest ones. */
async function beyond(
  connection: Connection,
  perWebhook: number,
  limit: number,
): Promise<DeliveryName[]> {
  const found: DeliveryName[] = []
  for (const id of await selectColumn<number>(connection, sql`select id from webhooks`)) {
    const finished: Sql = sql`select webhook_id, event_id from webhook_deliveries
      where webhook_id = ${id} and ended_at is not null`
    const oldestKept = await selectValue<number>(
      connection,
      sql`select event_id from (${finished}) finished
        order by event_id desc limit 1 offset ${literal(perWebhook)}`,
    )
    if (oldestKept === undefined) continue
    const surplus = sql`${finished} and event_id <= ${oldestKept} order by event_id limit ${literal(limit)}`
    found.push(...(await selectRecords<DeliveryName>(connection, surplus)))
  }
  return found
}

/** Events without a delivery: those that were removed, and those that were never assigned. */
function removeEvents(connection: Connection, before: number, limit: number): Promise<void> {
  return connection.run(
    sql`delete from webhook_events where id in (
      select id from webhook_events e
      where (is_assigned = 1 or at < ${before})
        and not exists (select 1 from webhook_deliveries d where d.event_id = e.id)
      order by id limit ${literal(limit)})`,
  )
}
