/** The table of all that is served says who may call what, and is right about it. */
import { adminHeader } from '@octavo/schema/admin-api.ts'
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { writeRoot } from '../testing/write-root.ts'
import type { Endpoint } from './exchange.ts'

testApps('the table of endpoints', (freshApp) => {
  let app: TestApp

  before(async () => {
    app = await freshApp()
    await app.applyTestSchema(writeRoot)
  })

  const names = (endpoints: readonly Endpoint[]): string[] =>
    endpoints.map(({ method, path }) => `${method} ${path}`).toSorted()

  it('lists all that anyone may call', () => {
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
    ])
    assert.deepEqual(names(assets), ['ANY /*', 'GET /spaces/:space/media/:media/_/:filename'])
  })

  it('opens /v1 and assets to pages of other sites, and nothing else', () => {
    const { api, assets } = app.app.endpoints
    for (const { path, isOpen = false } of api) assert.equal(isOpen, path.startsWith('/v1/'), path)
    for (const { path, isOpen = false } of assets) assert.equal(isOpen, true, path)
  })

  it('has every other endpoint refuse who has neither key nor session', async () => {
    const { api } = app.app.endpoints
    const guarded = api.filter(({ callers }) => callers !== 'anyone')
    assert.ok(guarded.length > 50)
    const headers = { [adminHeader.name]: adminHeader.value }
    const answers = guarded.map(async ({ method, path }) => {
      const url = app.addresses.api + path.replaceAll(/:\w+/g, '1')
      const { status } = await fetch(url, { method, headers })
      assert.equal(status, 401, `${method} ${path}`)
    })
    await Promise.all(answers)
    assert.deepEqual(app.logged, [])
  })
})
