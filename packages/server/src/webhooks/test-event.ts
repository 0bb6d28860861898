/** A test event, which a user sends to see whether a target works. */
import { testEvent, type NewEvent } from '../store/webhooks.ts'

/** The subject of test events. They are attempted once, also while the webhook is disabled. */
export const testSubject = 'test'

export function newTestEvent(
  webhook: { id: number; rootId: number; name: string },
  { at, actor }: { at: number; actor: string },
): NewEvent {
  const data = JSON.stringify({ webhook: { id: webhook.id, name: webhook.name } })
  const { id, rootId } = webhook
  return { rootId, at, type: testEvent, subject: testSubject, actor, data, webhookIds: [id] }
}
