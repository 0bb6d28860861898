/** `GET /metrics` has the figures of webhooks and streams. */
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { countHere } from '../../metrics/node-counts.ts'
import { startApp, type TestApp } from '../../testing/app-factory.ts'
import { openChanges } from '../../testing/change-stream.ts'
import { eventually } from '../../testing/eventually.ts'
import { onBothDatabases } from '../../testing/stores.ts'
import { writeRoot } from '../../testing/write-root.ts'
import { exchange } from '../../webhooks/exchange.ts'
import { createWebhook, disableWebhook } from '../../webhooks/manage.ts'

const token = 'a-token-with-more-than-32-characters'
const request = { rootId: 1, actor: 'test' }
const site = { name: 'site', target: 'https://example.com', events: ['item.published'] }

onBothDatabases('metrics', (fresh) => {
  const ending: (() => Promise<void>)[] = []
  after(async () => {
    for (const end of ending) await end()
  })

  async function freshApp(attempts = { succeeded: 0, failed: 0 }): Promise<TestApp> {
    const { store } = await fresh()
    const metrics = { token, follow: countHere(attempts) }
    const { testApp, end } = await startApp(store, { metrics })
    ending.push(end)
    await testApp.applyTestSchema(writeRoot)
    return testApp
  }

  function get({ addresses }: TestApp, authorization = `Bearer ${token}`): Promise<Response> {
    return fetch(`${addresses.api}/metrics`, { headers: { authorization } })
  }

  /** The lines with values. */
  async function values(app: TestApp): Promise<string[]> {
    const text = await (await get(app)).text()
    return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  }

  async function publish(app: TestApp): Promise<void> {
    const options = { key: await app.createKey(), body: { fields: { title: 'Sea' } } }
    const { status } = await app.call('POST', '/contents?model=article&published=true', options)
    assert.equal(status, 200)
  }

  it('needs the token', async () => {
    const app = await freshApp()
    for (const wrong of ['', token, `Bearer ${token}x`, 'Bearer ']) {
      const response = await get(app, wrong)
      assert.deepEqual([response.status, response.headers.get('www-authenticate')], [401, 'Bearer'])
      assert.doesNotMatch(await response.text(), /octavo_/)
    }
  })

  it('is text in the format of Prometheus', async () => {
    const app = await freshApp({ succeeded: 3, failed: 2 })
    const response = await get(app)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
    assert.match(
      await response.text(),
      /^# HELP octavo_open_streams [^\n]+\n# TYPE octavo_open_streams gauge\noctavo_open_streams 0\n/,
    )
    assert.deepEqual(await values(app), [
      'octavo_open_streams 0',
      'octavo_webhook_attempts_total{result="success"} 3',
      'octavo_webhook_attempts_total{result="failure"} 2',
      'octavo_webhook_unassigned_age_seconds 0',
    ])
  })

  it('counts open streams', async () => {
    const app = await freshApp()
    const key = await app.createKey()
    const streams = await Promise.all([1, 2].map(() => openChanges(app.addresses.api, key)))
    assert.equal((await values(app))[0], 'octavo_open_streams 2')
    for (const stream of streams) stream.stop()
    await eventually(async () => (await values(app))[0] === 'octavo_open_streams 0')
  })

  it('has the age of each queue, and of events that are in no queue yet', async () => {
    const app = await freshApp()
    const { store } = app.deps
    const first = await createWebhook(app.deps, request, site)
    const second = await createWebhook(app.deps, request, { ...site, models: ['author'] })
    await publish(app)
    app.clock.now += 5_000
    const unassigned = 'octavo_webhook_unassigned_age_seconds'
    assert.ok((await values(app)).includes(`${unassigned} 5`))
    await exchange({ store, now: () => app.clock.now, wanted: () => 0 }, [])
    await store.write((tx) => tx.webhooks.setFailing(first.id, app.clock.now))
    await disableWebhook(app.deps, { ...request, id: second.id })
    app.clock.now += 1_500
    assert.deepEqual((await values(app)).slice(3), [
      `${unassigned} 0`,
      `octavo_webhook_queue_age_seconds{webhook="${first.id}"} 1.5`,
      `octavo_webhook_queue_age_seconds{webhook="${second.id}"} 0`,
      `octavo_webhook_failing_seconds{webhook="${first.id}"} 1.5`,
      `octavo_webhook_failing_seconds{webhook="${second.id}"} 0`,
      `octavo_webhook_enabled{webhook="${first.id}"} 1`,
      `octavo_webhook_enabled{webhook="${second.id}"} 0`,
    ])
  })
})
