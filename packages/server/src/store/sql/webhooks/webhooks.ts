import type { WebhookReads, WebhookWrites } from '../../webhooks.ts'
import type { Connection } from '../dialect.ts'
import { deliveryReads, deliveryWrites } from './deliveries.ts'
import { deployReads, deployWrites } from './deploys.ts'
import { eventReads, eventWrites } from './events.ts'
import { hookReads, hookWrites } from './hooks.ts'

export function webhookReads(connection: Connection, isWriting: boolean): WebhookReads {
  return {
    ...hookReads(connection),
    ...eventReads(connection, isWriting),
    ...deliveryReads(connection),
    ...deployReads(connection, isWriting),
  }
}

export function webhookWrites(connection: Connection): WebhookWrites {
  return {
    ...hookWrites(connection),
    ...eventWrites(connection),
    ...deliveryWrites(connection),
    ...deployWrites(connection),
  }
}
