/** The events that are recorded for webhooks: an outbox, written in the transaction of the change. */
import type { RecordedEvent, UnassignedEvent, WebhookReads, WebhookWrites } from '../../webhooks.ts'
import type { Connection } from '../dialect.ts'
import { recordTable } from '../record-table.ts'
import { selectColumn, selectValue } from '../rows.ts'
import { literal, raw, sql } from '../sql.ts'
import { deliveryTable } from './deliveries.ts'

const tableName = 'webhook_events'
const unassignedTable = recordTable<UnassignedEvent>(tableName, ['id'], {
  id: 'integer',
  at: 'integer',
  subject: 'text',
  webhookIds: 'object',
})
const eventTable = recordTable<RecordedEvent>(tableName, ['id'], {
  id: 'integer',
  rootId: 'integer',
  at: 'integer',
  type: 'text',
  subject: 'text',
  actor: 'text',
  data: 'text',
  webhookIds: 'object',
})

/** Events that are searched for a subject, which has no index, in one turn of the event loop. */
const searchedEvents = 100

export function eventReads(
  connection: Connection,
  isWriting: boolean,
): Pick<WebhookReads, 'unassigned' | 'events' | 'eventsOf'> {
  const { dialect } = connection
  return {
    // Two processes may assign at the same time for a moment: the second one waits and then finds nothing.
    unassigned: (limit) =>
      unassignedTable.all(
        connection,
        sql`select id, at, subject, webhook_ids from webhook_events
          where is_assigned = 0 order by id limit ${literal(limit)}
          ${isWriting ? dialect.locks.rows : raw('')}`,
      ),
    events: (ids) =>
      eventTable.all(
        connection,
        sql`select * from webhook_events where ${dialect.isOneOf('id', ids)} order by id`,
      ),
    async eventsOf(rootId, subject, afterId) {
      const lastId = await selectValue<number | null>(
        connection,
        sql`select max(id) as id from (select id from webhook_events where id > ${afterId}
          order by id limit ${literal(searchedEvents)}) searched`,
      )
      if (lastId === null || lastId === undefined) return { ids: [], lastId: undefined }
      const ids = await selectColumn<number>(
        connection,
        sql`select id from webhook_events where id > ${afterId} and id <= ${lastId}
          and root_id = ${rootId} and subject = ${subject} order by id`,
      )
      return { ids, lastId }
    },
  }
}

export function eventWrites(
  connection: Connection,
): Pick<WebhookWrites, 'record' | 'assign' | 'replaceData'> {
  const { dialect } = connection
  return {
    async record(events, allocated) {
      const ids = allocated ?? (await dialect.ids.allocate(connection, 'event', events.length))
      const rows = events.map((event, index) => ({ ...event, id: ids[index] ?? 0 }))
      await eventTable.insert(connection, rows)
      return ids
    },
    async assign(eventIds, deliveries) {
      const received = new Set(deliveries.map(({ eventId }) => eventId))
      const unwanted = eventIds.filter((id) => !received.has(id))
      await deliveryTable.insert(connection, deliveries)
      if (unwanted.length > 0) {
        await connection.run(
          sql`delete from webhook_events where ${dialect.isOneOf('id', unwanted)}`,
        )
      }
      await connection.run(
        sql`update webhook_events set is_assigned = 1
          where ${dialect.isOneOf('id', [...received])}`,
      )
    },
    async replaceData({ id, data }) {
      const empty = JSON.stringify({ url: '', headers: {} })
      await connection.run(sql`update webhook_events set data = ${data} where id = ${id}`)
      await connection.run(
        sql`update webhook_attempts set request = ${empty}, response = null
          where event_id = ${id}`,
      )
    },
  }
}
