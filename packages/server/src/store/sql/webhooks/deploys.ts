import type { DeployRecord, WebhookReads, WebhookWrites } from '../../webhooks.ts'
import type { Connection } from '../dialect.ts'
import { recordTable } from '../record-table.ts'
import { raw, sql } from '../sql.ts'

const deployTable = recordTable<DeployRecord>('deploys', ['webhook_id'], {
  webhookId: 'integer',
  changedSince: 'integer',
  changedAt: 'integer',
  askedAt: 'integer',
  askedBy: 'text',
  eventId: 'integer',
  requestedAt: 'integer',
  report: 'text',
  reportedAt: 'integer',
  liveAt: 'integer',
})

export function deployReads(
  connection: Connection,
  isWriting: boolean,
): Pick<WebhookReads, 'deploys'> {
  const { dialect } = connection
  const lock = isWriting ? dialect.locks.rows : raw('')
  return {
    deploys: (ids) => {
      const chosen = ids
        ? dialect.isOneOf('webhook_id', ids)
        : sql`(changed_since is not null or asked_at is not null)`
      return deployTable.all(
        connection,
        sql`select * from deploys where ${chosen} order by webhook_id${lock}`,
      )
    },
  }
}

export function deployWrites(connection: Connection): Pick<WebhookWrites, 'saveDeploy'> {
  return { saveDeploy: (deploy) => deployTable.upsert(connection, [deploy]) }
}
