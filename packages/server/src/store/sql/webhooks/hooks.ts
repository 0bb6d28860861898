import type { WebhookHeader, WebhookReads, WebhookRecord, WebhookWrites } from '../../webhooks.ts'
import type { Connection } from '../dialect.ts'
import { recordTable, type Table } from '../record-table.ts'
import { raw, sql } from '../sql.ts'

const webhookTable = recordTable<WebhookRecord>('webhooks', ['id'], {
  id: 'integer',
  rootId: 'integer',
  name: 'text',
  target: 'text',
  events: 'object',
  modelIds: 'object',
  spaceIds: 'object',
  languageIds: 'object',
  condition: 'text',
  includesDrafts: 'flag',
  headers: 'object',
  template: 'text',
  rateLimit: 'integer',
  deploy: 'object',
  secret: 'text',
  previousSecret: 'text',
  previousSecretUntil: 'integer',
  createdAt: 'integer',
  disabledAt: 'integer',
  disabledReason: 'text',
  failingSince: 'integer',
})

/** A backup has no secrets, because nobody guards it like the database. */
export const webhookSource: Table = {
  ...webhookTable,
  backedUp(row) {
    const headers = JSON.parse(String(row['headers'])) as WebhookHeader[]
    const shown = headers.map((header) => (header.isSecret ? { ...header, value: '' } : header))
    const secrets = { secret: '', previous_secret: null, previous_secret_until: null }
    return { ...row, ...secrets, headers: JSON.stringify(shown) }
  },
}

export function hookReads(
  connection: Connection,
): Pick<WebhookReads, 'load' | 'list' | 'recording'> {
  return {
    load: (id) => webhookTable.first(connection, sql`select * from webhooks where id = ${id}`),
    list: (rootId) =>
      webhookTable.all(
        connection,
        rootId === undefined
          ? sql`select * from webhooks order by id`
          : sql`select * from webhooks where root_id = ${rootId} order by id`,
      ),
    recording: (rootId) =>
      webhookTable.all(
        connection,
        sql`select id, events, model_ids, space_ids, language_ids, condition, includes_drafts, deploy
          from webhooks where root_id = ${rootId} and disabled_at is null order by id`,
      ),
  }
}

export function hookWrites(
  connection: Connection,
): Pick<WebhookWrites, 'insert' | 'update' | 'disable' | 'stopPending' | 'setFailing' | 'remove'> {
  const stopPending = (id: number, at: number): Promise<void> =>
    connection.run(
      sql`update webhook_deliveries set state = 'stopped', next_at = null, ended_at = ${at}
        where webhook_id = ${id} and state = 'pending'`,
    )
  return {
    insert: (hook) => webhookTable.insert(connection, [hook]),
    update: (hook) => webhookTable.upsert(connection, [hook]),
    async disable(id, reason, at) {
      await connection.run(
        sql`update webhooks set disabled_at = ${at}, disabled_reason = ${reason}
          where id = ${id} and disabled_at is null`,
      )
      await stopPending(id, at)
    },
    stopPending,
    setFailing: (id, since) =>
      connection.run(sql`update webhooks set failing_since = ${since} where id = ${id}`),
    async remove(id) {
      for (const table of ['webhook_deliveries', 'webhook_attempts', 'deploys']) {
        await connection.run(sql`delete from ${raw(table)} where webhook_id = ${id}`)
      }
      await connection.run(sql`delete from webhooks where id = ${id}`)
    },
  }
}
