/** The routing table declares the callers of each endpoint correctly. */
import { adminHeader } from '@octavo/schema/admin-api.ts'
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { writeRoot } from '../testing/write-root.ts'
import type { Endpoint } from './exchange.ts'

testApps('the routing table', (freshApp) => {
  let app: TestApp

  before(async () => {
    app = await freshApp()
    await app.applyTestSchema(writeRoot)
  })

  const names = (endpoints: readonly Endpoint[]): string[] =>
    endpoints.map(({ method, path }) => `${method} ${path}`).toSorted()

  it('lists the endpoints that anyone may call', () => {
    const { api, assets } = app.app.endpoints
    const open = api.filter(({ callers }) => callers === 'anyone')
    assert.deepEqual(names(open), [
      'ANY /admin/api/*',
      'ANY /health/*',
      'ANY /v1/*',
      'GET /',
      'GET /admin/api/bootstrap',
      'GET /health',
      'POST /admin/api/invitation/accept',
      'POST /admin/api/invitation/look',
      'POST /admin/api/owner',
      'POST /admin/api/session',
      'POST /v1/builds/:token/:report',
    ])
    assert.deepEqual(names(assets), ['ANY /*', 'GET /spaces/:space/media/:media/:point/:filename'])
  })

  it('opens only /v1 and assets to pages of other sites', () => {
    const { api, assets } = app.app.endpoints
    for (const { path, isOpen = false } of api) assert.equal(isOpen, path.startsWith('/v1/'), path)
    for (const { path, isOpen = false } of assets) assert.equal(isOpen, true, path)
  })

  it('returns 401 without key or session for all other endpoints', async () => {
    const { api } = app.app.endpoints
    const guarded = api.filter(({ callers }) => callers !== 'anyone')
    assert.ok(guarded.length > 50)
    const headers = { [adminHeader.name]: adminHeader.value }
    const responses = guarded.map(async ({ method, path }) => {
      const url = app.addresses.api + path.replaceAll(/:\w+/g, '1')
      const { status } = await fetch(url, { method, headers })
      assert.equal(status, 401, `${method} ${path}`)
    })
    await Promise.all(responses)
    assert.deepEqual(app.logged, [])
  })
})
