import type { Store } from '../store/store.ts'
import type { AttemptRecord, DeliveryName, ListedDelivery } from '../store/webhooks.ts'
import { bodyOf } from './payload.ts'

export interface DeliveryDetails {
  readonly delivery: ListedDelivery
  readonly attempts: readonly AttemptRecord[]
  /** The body without a template. */
  readonly body: string
}

export function readDelivery(
  { store, assetsUrl }: { store: Pick<Store, 'read'>; assetsUrl: string },
  name: DeliveryName,
): Promise<DeliveryDetails | undefined> {
  const { webhookId, eventId } = name
  return store.read(async (tx) => {
    const [delivery] = await tx.webhooks.deliveries({ webhookId, before: eventId + 1 }, 1)
    const [event] = await tx.webhooks.events([eventId])
    if (delivery?.eventId !== eventId || !event) return undefined
    return { delivery, attempts: await tx.webhooks.attempts(name), body: bodyOf(event, assetsUrl) }
  })
}
