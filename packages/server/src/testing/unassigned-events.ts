import type { Store } from '../store/store.ts'
import type { RecordedEvent } from '../store/webhooks.ts'

/** Recorded events that no process has assigned yet, with their content, after an event. */
export function unassignedEvents(store: Store, lastId = 0): Promise<RecordedEvent[]> {
  return store.read(async ({ webhooks }) => {
    const unassigned = await webhooks.unassigned(10_000)
    return webhooks.events(unassigned.map(({ id }) => id).filter((id) => id > lastId))
  })
}
