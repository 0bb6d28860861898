/** How much is sent at once. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate as nextRound } from 'node:timers/promises'
import { systemClock } from '../changes/clock.ts'
import { contextOf } from '../testing/transfer-factory.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { writeRoot } from '../testing/write-root.ts'
import { createDispatcher } from './dispatcher.ts'
import { createWebhook } from './manage.ts'
import type { Sender } from './network/send.ts'

onBothDatabases('the dispatcher', (fresh) => {
  it('holds at most 64 MB of events, and one more, in memory', async () => {
    const { store } = await fresh()
    await store.write((tx) => tx.roots.insert(writeRoot))
    const settings = { name: 'a', target: 'https://example.com', events: ['item.published'] }
    const { id } = await createWebhook(contextOf(store), { rootId: 1, actor: 'test' }, settings)
    const data = JSON.stringify({ text: 'a'.repeat(12_000_000) })
    const count = 12
    for (let item = 1; item <= count; item++) {
      const event = { rootId: 1, at: 0, type: 'item.published', actor: 'test' } as const
      await store.write((tx) =>
        tx.webhooks.record([{ ...event, subject: `item ${item}`, data, webhookIds: [id] }]),
      )
    }
    const abort = new AbortController()
    let [sending, most, sent] = [0, 0, 0]
    const sender: Sender = {
      async send() {
        sending++
        most = Math.max(most, sending)
        await nextRound()
        sending--
        if (++sent === count) abort.abort()
        return { status: 200, retryAfter: null, body: '' }
      },
      close() {},
    }
    const dispatcher = createDispatcher({
      store,
      sender,
      clock: systemClock,
      assetsUrl: 'https://assets.example.com',
      now: Date.now,
      random: Math.random,
      log: assert.fail,
    })
    await dispatcher.run(abort.signal)
    assert.equal(sent, count)
    assert.equal(most, 6)
  })

  it('logs a template that cannot be filled as a failed attempt, and delivers other webhooks', async () => {
    const { store } = await fresh()
    await store.write((tx) => tx.roots.insert(writeRoot))
    const settings = { name: 'a', target: 'https://example.com', events: ['item.published'] }
    const by = { rootId: 1, actor: 'test' }
    const { id: unfilled } = await createWebhook(contextOf(store), by, settings)
    const { id: other } = await createWebhook(contextOf(store), by, settings)
    await store.write(async (tx) => {
      const hook = await tx.webhooks.load(unfilled)
      if (hook) await tx.webhooks.update({ ...hook, template: '' })
      const event = { ...by, at: 0, type: 'item.published', subject: 'item 1', data: '{}' } as const
      await tx.webhooks.record([{ ...event, webhookIds: [unfilled, other] }])
    })
    const abort = new AbortController()
    const results: boolean[] = []
    const dispatcher = createDispatcher({
      store,
      sender: { send: async () => ({ status: 200, retryAfter: null, body: '' }), close() {} },
      clock: systemClock,
      assetsUrl: 'https://assets.example.com',
      now: Date.now,
      random: Math.random,
      log: assert.fail,
      onAttempt: (isSuccess) => results.push(isSuccess) === 2 && abort.abort(),
    })
    await dispatcher.run(abort.signal)
    assert.deepEqual(new Set(results), new Set([false, true]))
    const [hook, [delivery], [failed]] = await store.read(async (tx) => [
      await tx.webhooks.load(unfilled),
      await tx.webhooks.deliveries({ webhookId: unfilled }, 1),
      await tx.webhooks.attempts({ webhookId: unfilled, eventId: 1 }),
    ])
    assert.equal(delivery?.state, 'pending')
    assert.equal(delivery?.attempts, 1)
    assert.equal(failed?.error?.code, 'targetFailed')
    assert.deepEqual(failed?.request, { url: settings.target, headers: {} })
    assert.notEqual(hook?.failingSince, null)
  })
})
