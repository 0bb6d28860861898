/** Deliveries are removed with their attempts and events, when they ended long enough ago. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { DeliveryRecord } from '../store/webhooks.ts'
import { cachedSchemas } from '../store/cache/schemas.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { writeRoot } from '../testing/write-root.ts'
import { deliveryOf } from './assign.ts'
import { createWebhook } from './manage.ts'
import { pruneWebhooks } from './prune.ts'

const day = 24 * 60 * 60 * 1000
const now = 100 * day

onBothDatabases('old deliveries', (fresh) => {
  it('are pruned by state and age; pending ones never', async () => {
    const { store } = await fresh()
    await store.write((tx) => tx.roots.insert(writeRoot))
    const context = { store, schemas: cachedSchemas(), now: () => now }
    const settings = { name: 'a', target: 'https://example.com', events: ['item.published'] }
    const { id } = await createWebhook(context, { rootId: 1, actor: 'test' }, settings)
    const add = async (state: DeliveryRecord['state'], days: number): Promise<number> => {
      const at = now - days * day
      const event = { rootId: 1, at, type: 'item.published', subject: 'item 1' } as const
      return store.write(async (tx) => {
        const [eventId = 0] = await tx.webhooks.record([
          { ...event, actor: 'a', data: '{}', webhookIds: [id] },
        ])
        const made = deliveryOf(id, { id: eventId, subject: event.subject }, at)
        await tx.webhooks.assign([eventId], [made])
        const endedAt = state === 'pending' ? null : at
        const delivery = { ...made, state, attempts: 1, endedAt, nextAt: null }
        const request = { url: settings.target, headers: {} }
        const name = { webhookId: id, eventId, number: 1 }
        const result = { at, duration: 1, status: 200, error: null, request, response: '' }
        await tx.webhooks.saveAttempts([{ delivery, attempt: { ...name, ...result } }])
        return eventId
      })
    }
    const kept = [
      await add('succeeded', 6),
      await add('failed', 29),
      await add('stopped', 29),
      await add('pending', 99),
    ]
    const gone = [await add('succeeded', 8), await add('failed', 31), await add('stopped', 31)]
    await pruneWebhooks(context, new AbortController().signal)
    const left = await store.read(async (tx) => ({
      deliveries: (await tx.webhooks.deliveries({ webhookId: id }, 10)).map((one) => one.eventId),
      events: (await tx.webhooks.events([...kept, ...gone])).map((event) => event.id),
      attempts: (
        await Promise.all(gone.map((eventId) => tx.webhooks.attempts({ webhookId: id, eventId })))
      ).flat(),
    }))
    assert.deepEqual(left, { deliveries: kept.toReversed(), events: kept, attempts: [] })
  })
})
