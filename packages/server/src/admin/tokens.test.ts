import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { adminPath } from '@octavo/schema/admin-api.ts'
import { createToken } from '../access/management-tokens.ts'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { freshStudio, memberOf, studioCaller, type StudioCaller } from '../testing/studio-caller.ts'

testApps('management tokens', (freshApp) => {
  let app: TestApp
  let owner: StudioCaller

  before(async () => {
    ;({ app, owner } = await freshStudio(freshApp))
  })

  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
  const root = { params: { root: 'main' } }

  async function created(body: object): Promise<{ id: number; token: string }> {
    const { status, json, text } = await owner.call('createToken', { body })
    assert.equal(status, 200, text)
    return { id: json.info.id, token: json.token }
  }

  it('authorises a program without a cookie or the header of Studio', async () => {
    const { token } = await created({ name: 'CI', role: 'editor' })
    const response = await fetch(`${app.addresses.api}${adminPath}/roots/main/contents`, {
      method: 'POST',
      headers: { ...bearer(token).headers, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'author', languages: { en: { fields: {} } } }),
    })
    assert.equal(response.status, 200, await response.clone().text())
  })

  it('is shown once, stored hashed, and listed with its hint and last use', async () => {
    const { id, token } = await created({ name: 'Listed', role: 'viewer' })
    await studioCaller(app).call('readSchema', { ...root, ...bearer(token) })
    const { json, text } = await owner.call('listTokens')
    assert.ok(!text.includes(token))
    const info = json.tokens.find((one) => one.id === id)
    assert.ok(info && token.startsWith(info.hint) && info.lastUsedAt !== null)
    const stored = await app.deps.store.read((tx) => tx.tokens.list())
    assert.ok(!JSON.stringify(stored).includes(token))
  })

  it('has the permissions of its role and spaces', async () => {
    const viewer = await created({ name: 'Viewer', role: 'viewer' })
    const caller = studioCaller(app)
    const read = await caller.call('readSchema', { ...root, ...bearer(viewer.token) })
    assert.equal(read.status, 200)
    const keys = await caller.call('listKeys', { ...root, ...bearer(viewer.token) })
    assert.equal(keys.status, 403)
    const spaces = [{ root: 'main', space: 'tokyo' }]
    const tokyo = await created({ name: 'Tokyo', role: 'editor', spaces })
    const body = { model: 'author', space: 'osaka', languages: { en: { fields: {} } } }
    const written = await caller.call('createItem', { ...root, ...bearer(tokyo.token), body })
    assert.equal(written.status, 403)
  })

  it('stops working when it is revoked or expires', async () => {
    const { id, token } = await created({ name: 'Revoked', role: 'viewer' })
    const caller = studioCaller(app)
    const status = async (text: string): Promise<number> =>
      (await caller.call('readSchema', { ...root, ...bearer(text) })).status
    assert.equal(await status(token), 200)
    assert.equal((await owner.call('revokeToken', { params: { id } })).status, 200)
    assert.equal(await status(token), 401)
    assert.equal((await owner.call('revokeToken', { params: { id } })).status, 404)
    const expired = await createToken(app.deps, {
      name: 'Expired',
      role: 'viewer',
      spaceIds: null,
      expiresAt: app.deps.now() - 1,
      actor: 'cli',
    })
    assert.equal(await status(expired.token), 401)
    for (const wrong of ['x', `${token}x`, 'octavo_token_', `octavo_token_${'a'.repeat(43)}`]) {
      assert.equal(await status(wrong), 401)
    }
  })

  it('is not valid on /v1, and API keys are not valid here', async () => {
    const { token } = await created({ name: 'Not for /v1', role: 'owner' })
    const headers = { 'X-SERVICE-API-KEY': token, ...bearer(token).headers }
    const read = await fetch(`${app.addresses.api}/v1/contents`, { headers })
    assert.equal(read.status, 401)
    const key = await app.createKey()
    const schema = await studioCaller(app).call('readSchema', { ...root, ...bearer(key) })
    assert.equal(schema.status, 401)
  })

  it('cannot act on accounts or create tokens', async () => {
    const { token } = await created({ name: 'Owner', role: 'owner' })
    const caller = studioCaller(app)
    const more = { body: { name: 'More', role: 'viewer' }, ...bearer(token) }
    assert.equal((await caller.call('createToken', more)).status, 403)
    const invite = { body: { email: 'a@example.com', role: 'viewer' }, ...bearer(token) }
    assert.equal((await caller.call('inviteMember', invite)).status, 403)
    assert.equal((await caller.call('listSessions', bearer(token))).status, 403)
    assert.equal((await caller.call('bootstrap', bearer(token))).status, 200)
  })

  it('has no higher role than its creator, and a name', async () => {
    const admin = await memberOf(app, owner, 'admin')
    const higher = await admin.call('createToken', { body: { name: 'x', role: 'owner' } })
    assert.equal(higher.status, 403)
    assert.equal(
      (await admin.call('createToken', { body: { name: 'x', role: 'admin' } })).status,
      200,
    )
    assert.equal(
      (await owner.call('createToken', { body: { name: ' ', role: 'viewer' } })).status,
      400,
    )
  })

  it('is in the audit log, as a subject and as an actor', async () => {
    const { id, token } = await created({ name: 'Audited', role: 'editor' })
    const body = { model: 'author', languages: { en: { fields: {} } } }
    await studioCaller(app).call('createItem', { ...root, ...bearer(token), body })
    const changes = await app.deps.store.read((tx) => tx.studio.auditEntries({}, 10))
    const seen = changes.map(({ kind, subjectId, actor, action }) => ({
      kind,
      subjectId,
      actor,
      action,
    }))
    assert.ok(seen.some((one) => one.actor === `token:${id}` && one.kind === 'item'))
    assert.ok(
      seen.some((one) => one.kind === 'token' && one.subjectId === id && one.action === 'create'),
    )
  })
})
