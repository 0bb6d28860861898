import type { WebhookInfo } from '@octavo/schema/admin/webhooks.ts'
import assert from 'node:assert/strict'
import test from 'node:test'
import { changeOf, creationOf, valuesOf } from './values.ts'

const info: WebhookInfo = {
  id: 1,
  name: 'site',
  target: 'https://example.com/hook',
  events: ['item.published'],
  models: [],
  spaces: null,
  langs: null,
  where: null,
  includesDrafts: false,
  headers: [
    { name: 'X-Site', value: 'a', isSecret: false },
    { name: 'X-Token', value: null, isSecret: true },
  ],
  template: null,
  rateLimit: null,
  deploy: null,
  createdAt: '2026-11-18T00:00:00.000Z',
  previousSecretUntil: null,
  disabledAt: null,
  disabledReason: null,
  failingSince: null,
  pending: 0,
  failed: 0,
  oldestPendingAt: null,
}

test('sends only what changed', () => {
  const values = valuesOf(info)
  assert.deepEqual(changeOf(info, values), {})
  assert.deepEqual(changeOf(info, { ...values, name: 'b', template: '{}' }), {
    name: 'b',
    template: '{}',
  })
  assert.deepEqual(changeOf({ ...info, template: '{}' }, { ...values, template: ' ' }), {
    template: null,
  })
})

test('keeps a stored secret value, and sends an emptied or replaced value', () => {
  const values = valuesOf(info)
  const [site, token] = values.headers
  assert.ok(site && token)
  const { headers } = creationOf({ ...values, headers: [{ ...site, value: '' }, token] })
  assert.deepEqual(headers, [
    { name: 'X-Site', value: '', isSecret: false },
    { name: 'X-Token', isSecret: true },
  ])
  const replaced = creationOf({ ...values, headers: [{ ...token, value: 'b' }] })
  assert.deepEqual(replaced.headers, [{ name: 'X-Token', value: 'b', isSecret: true }])
})
