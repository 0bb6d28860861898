/** Links that set a password: who can use them, and until when. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { freshStudio, memberOf, studioCaller, type StudioCaller } from '../testing/studio-caller.ts'

testApps('links that set a password', (freshApp) => {
  let app: TestApp
  let owner: StudioCaller

  before(async () => {
    ;({ app, owner } = await freshStudio(freshApp))
  })

  async function linkFrom(caller: StudioCaller, id: number): Promise<string> {
    const { status, json, text } = await caller.call('renewInvitation', { params: { id } })
    assert.equal(status, 200, text)
    return json.invitation.token
  }

  const accept = (token: string, password = 'taken over') =>
    studioCaller(app).call('acceptInvitation', { body: { token, password } })

  it('work once, even when used concurrently', async () => {
    const { id } = await memberOf(app, owner, 'editor')
    const token = await linkFrom(owner, id)
    const responses = await Promise.all(Array.from({ length: 6 }, () => accept(token)))
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b)
    assert.deepEqual(statuses, [200, 404, 404, 404, 404, 404])
  })

  it('are invalid after the member has changed the password', async () => {
    const member = await memberOf(app, owner, 'editor')
    const token = await linkFrom(owner, member.id)
    const body = { current: 'correct horse', next: 'battery staple' }
    assert.equal((await member.call('changePassword', { body })).status, 200)
    assert.equal((await accept(token)).status, 404)
  })

  it('of an admin are invalid for an account with a higher role', async () => {
    const admin = await memberOf(app, owner, 'admin')
    const { id } = await memberOf(app, owner, 'editor')
    const token = await linkFrom(admin, id)
    await owner.call('changeMember', { params: { id }, body: { role: 'viewer' } })
    const invitation = await studioCaller(app).call('readInvitation', { body: { token } })
    assert.equal(invitation.status, 200, 'a lower role keeps the link')
    await owner.call('changeMember', { params: { id }, body: { role: 'owner' } })
    assert.equal((await accept(token)).status, 404)
    assert.equal((await accept(await linkFrom(owner, id))).status, 200)
  })
})
