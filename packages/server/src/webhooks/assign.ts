/** Creates the deliveries of recorded events. Deploy hooks only record that something has changed. */
import type { WriteTransaction } from '../store/store.ts'
import type { DeliveryRecord, RecordedEvent, WebhookRecord } from '../store/webhooks.ts'
import { recordChanges } from './deploy/changes.ts'
import { retryTime } from './retries.ts'

/** Events in one transaction. */
const batchSize = 200

/** Creates the deliveries of recorded events. Returns whether there may be more. Safe to repeat. */
export async function assignEvents(
  tx: WriteTransaction,
  hooks: readonly WebhookRecord[],
  at: number,
): Promise<boolean> {
  const events = await tx.webhooks.unassigned(batchSize)
  if (events.length === 0) return false
  const enabled = hooks.filter(({ disabledAt }) => disabledAt === null)
  const deliveries = events.flatMap((event) =>
    enabled
      .filter(({ id, deploy }) => !deploy && event.webhookIds.includes(id))
      .map(({ id }) => deliveryOf(id, event, at)),
  )
  const changed = enabled.filter(
    ({ id, deploy }) => deploy && events.some(({ webhookIds }) => webhookIds.includes(id)),
  )
  await recordChanges(
    tx,
    changed.map(({ id }) => id),
    at,
  )
  const ids = events.map(({ id }) => id)
  await tx.webhooks.assign(ids, deliveries)
  return events.length === batchSize
}

export function deliveryOf(
  webhookId: number,
  { id, subject }: Pick<RecordedEvent, 'id' | 'subject'>,
  at: number,
): DeliveryRecord {
  return {
    webhookId,
    eventId: id,
    subject,
    state: 'pending',
    attempts: 0,
    createdAt: at,
    nextAt: at,
    untilAt: at + retryTime,
    endedAt: null,
  }
}
