import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { freshStudio, type StudioCaller } from '../testing/studio-caller.ts'

const site = { name: 'site', target: 'https://example.com/hook', events: ['item.published'] }

testApps('webhooks in the management API', (freshApp) => {
  let app: TestApp
  let owner: StudioCaller

  before(async () => {
    ;({ app, owner } = await freshStudio(freshApp))
  })

  async function create(more: object = {}): Promise<{ id: number; secret: string }> {
    const { status, json, text } = await owner.call('createWebhook', { body: { ...site, ...more } })
    assert.equal(status, 200, text)
    return { id: json.info.id, secret: json.secret }
  }

  it('never shows a secret again', async () => {
    const headers = [
      { name: 'X-Plain', value: 'plain' },
      { name: 'X-Hidden', value: 'hidden-value', isSecret: true },
    ]
    const { id, secret } = await create({ headers })
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    const params = { id }
    const change = { headers: [{ name: 'x-hidden' }, { name: 'X-New', value: 'b' }] }
    await owner.call('changeWebhook', { params, body: change })
    const replies = [
      await owner.call('listWebhooks'),
      await owner.call('readWebhook', { params }),
      await owner.call('changeWebhook', { params, body: { name: 'other' } }),
    ]
    for (const { text } of replies) assert.doesNotMatch(text, /whsec_|hidden-value/)
    assert.deepEqual((await owner.call('readWebhook', { params })).json.headers, [
      { name: 'x-hidden', value: null, isSecret: true },
      { name: 'X-New', value: 'b', isSecret: false },
    ])
    const { json: rotated } = await owner.call('rotateWebhook', { params })
    assert.notEqual(rotated.secret, secret)
    assert.notEqual(rotated.info.previousSecretUntil, null)
  })

  it('rejects settings that cannot work, all at once, and changes nothing', async () => {
    const body = {
      name: 'bad',
      target: 'ftp://user:secret@example.com',
      events: ['item.created', 'item.updated'],
      models: ['film'],
      spaces: ['_parent', 'mars'],
      langs: ['xx'],
      where: { nothing: { eq: 1 } },
      headers: [
        { name: 'Host', value: 'a' },
        { name: 'bad name', value: 'b' },
        { name: 'X-A', value: 'line\nbreak' },
        { name: 'X-B' },
      ],
      template: '{"a":"{{content.titel}}","b":"{{ open"}',
    }
    const count = (await owner.call('listWebhooks')).json.webhooks.length
    const { status, text } = await owner.call('createWebhook', { body })
    assert.equal(status, 400)
    const { problems } = JSON.parse(text) as { problems: { path: string }[] }
    assert.deepEqual(problems.map(({ path }) => path).toSorted(), [
      'events',
      'events',
      'headers[0].name',
      'headers[1].name',
      'headers[2].value',
      'headers[3].value',
      'langs[0]',
      'models[0]',
      'spaces[1]',
      'target',
      'template',
      'template',
      'where.nothing.eq',
    ])
    assert.equal((await owner.call('listWebhooks')).json.webhooks.length, count)
  })

  it('rejects templates that cannot be filled', async () => {
    for (const template of ['', '['.repeat(9_900) + ']'.repeat(9_900)]) {
      const { status, text } = await owner.call('createWebhook', { body: { ...site, template } })
      assert.equal(status, 400)
      const { problems } = JSON.parse(text) as { problems: { path: string }[] }
      assert.deepEqual(
        problems.map(({ path }) => path),
        ['template'],
      )
    }
  })

  it('saves no settings if the webhook cannot be enabled', async () => {
    const { id } = await create()
    await app.deps.store.write(async (tx) => {
      const hook = await tx.webhooks.load(id)
      if (hook) await tx.webhooks.update({ ...hook, secret: '', disabledAt: 1 })
    })
    const params = { id }
    const { json: unchanged } = await owner.call('readWebhook', { params })
    const body = { name: 'other', isDisabled: false }
    assert.equal((await owner.call('changeWebhook', { params, body })).status, 400)
    assert.deepEqual((await owner.call('readWebhook', { params })).json, unchanged)
    await owner.call('rotateWebhook', { params })
    const { json: changed } = await owner.call('changeWebhook', { params, body })
    assert.equal(changed.name, 'other')
    assert.equal(changed.disabledAt, null)
  })

  it('pages, filters and replays deliveries', async () => {
    const { id } = await create()
    const params = { id }
    const key = await app.createKey({ reads: 'draft', writesContents: true })
    for (const title of ['a', 'b', 'c']) {
      const body = { fields: { title } }
      await app.call('POST', '/contents?model=article&published=true', { key, body })
    }
    assert.equal((await owner.call('readWebhook', { params })).json.pending, 0)
    const { json: test } = await owner.call('testWebhook', { params })
    const { json: first } = await owner.call('listDeliveries', { params, query: { limit: '1' } })
    assert.deepEqual(
      first.deliveries.map((one) => [one.id, one.type, one.state]),
      [[test.delivery, 'webhook.test', 'pending']],
    )
    assert.equal(first.next, null)
    const { json: details } = await owner.call('readDelivery', {
      params: { id, delivery: test.delivery },
    })
    assert.deepEqual(details.attemptList, [])
    await owner.call('changeWebhook', { params, body: { isDisabled: true } })
    const { json: stopped } = await owner.call('listDeliveries', {
      params,
      query: { state: 'stopped' },
    })
    assert.equal(stopped.deliveries.length, 1)
    const refused = await owner.call('replayWebhook', { params, body: {} })
    assert.equal(refused.status, 400)
    await owner.call('changeWebhook', { params, body: { isDisabled: false } })
    const { json: replayed } = await owner.call('replayWebhook', { params, body: {} })
    assert.equal(replayed.count, 1)
    const missing = await owner.call('replayWebhook', { params, body: { delivery: 999_999 } })
    assert.equal(missing.status, 404)
    assert.equal((await owner.call('readWebhook', { params })).json.pending, 1)
    await owner.call('deleteWebhook', { params })
    assert.equal((await owner.call('readWebhook', { params })).status, 404)
  })

  it('is in the audit log', async () => {
    const { json } = await owner.call('listAuditEntries', { query: { kind: 'webhook' } })
    const actions = new Set(json.deeds.map(({ action }) => action))
    for (const action of ['create', 'change', 'rotate secret', 'disable', 'enable', 'delete']) {
      assert.ok(actions.has(action), action)
    }
  })
})
