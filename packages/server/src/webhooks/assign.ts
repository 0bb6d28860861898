/** Creates the deliveries of recorded events. Deploy hooks only record that something has changed. */
import type { Store } from '../store/store.ts'
import type { DeliveryRecord, RecordedEvent } from '../store/webhooks.ts'
import { recordChanges } from './deploy/changes.ts'
import { retryTime } from './retries.ts'

/** Events in one transaction. */
const batchSize = 200

/** Creates the deliveries of all events that were recorded so far. Safe to repeat. */
export async function assignEvents(
  { store, now }: { store: Pick<Store, 'read' | 'write'>; now(): number },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const some = await store.read((tx) => tx.webhooks.unassigned(1))
    if (some.length === 0) return
    await store.write(async (tx) => {
      const events = await tx.webhooks.unassigned(batchSize)
      if (events.length === 0) return
      const enabled = (await tx.webhooks.list()).filter(({ disabledAt }) => disabledAt === null)
      const at = now()
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
    })
  }
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
