import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { ReadyBootstrap } from '@octavo/schema/admin/account.ts'
import type { AdminError } from '@octavo/schema/admin/errors.ts'
import { idleTime, longestTime } from '../access/sessions.ts'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import {
  freshStudio,
  memberOf,
  ownerAccount,
  studioCaller,
  type StudioCaller,
} from '../testing/studio-caller.ts'
import { writeRoot } from '../testing/write-root.ts'

testApps('accounts in Studio', (freshApp) => {
  it('only one of many concurrent owner set-ups succeeds', async () => {
    const app = await freshApp()
    const callers = Array.from({ length: 5 }, () => studioCaller(app))
    assert.deepEqual((await studioCaller(app).call('bootstrap')).json, { state: 'setup' })
    const responses = await Promise.all(
      callers.map((caller, index) =>
        caller.call('setUpOwner', { body: { ...ownerAccount, email: `o${index}@example.com` } }),
      ),
    )
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b)
    assert.deepEqual(statuses, [200, 403, 403, 403, 403])
    const users = await app.deps.store.read((tx) => tx.users.list())
    assert.deepEqual(
      users.map(({ role }) => role),
      ['owner'],
    )
    assert.deepEqual((await studioCaller(app).call('bootstrap')).json, { state: 'signedOut' })
  })

  it('an invited owner who has not joined does not count as the last owner', async () => {
    const { app, owner } = await freshStudio(freshApp)
    const invited = await owner.call('inviteMember', {
      body: { email: 'second@example.com', role: 'owner' },
    })
    const { json } = await owner.call('bootstrap')
    assert.ok(json.state === 'ready')
    const own = { params: { id: json.user.id } }
    const leave = () => owner.call('changeMember', { ...own, body: { role: 'viewer' } })
    assert.equal((await leave()).status, 400)
    assert.equal((await owner.call('removeMember', own)).status, 400)
    const { token } = invited.json.invitation
    await studioCaller(app).call('acceptInvitation', { body: { token, password: 'long enough' } })
    assert.equal((await leave()).status, 200)
  })

  describe('when there is an owner', () => {
    let app: TestApp
    let owner: StudioCaller

    before(async () => {
      ;({ app, owner } = await freshStudio(freshApp))
    })

    async function bootstrapOf(caller: StudioCaller): Promise<ReadyBootstrap> {
      const { json } = await caller.call('bootstrap')
      assert.ok(json.state === 'ready')
      return json
    }

    it('the app gets everything that it needs in one request', async () => {
      const ready = await bootstrapOf(owner)
      assert.deepEqual(ready.user.role, 'owner')
      assert.deepEqual(ready.roots, [{ luid: 'main', name: 'Main' }])
      assert.equal(ready.root?.models.length, writeRoot.models.length)
      assert.deepEqual(ready.spaces, ['_parent', 'tokyo', 'osaka'])
      assert.ok(!JSON.stringify(ready).includes('argon2'))
    })

    it('sessions can be listed and ended, and expire', async () => {
      const other = studioCaller(app)
      await other.call('signIn', { body: ownerAccount, headers: { 'user-agent': 'Other/1' } })
      const { json } = await owner.call('listSessions')
      assert.deepEqual(json.sessions.map(({ isCurrent }) => String(isCurrent)).toSorted(), [
        'false',
        'true',
      ])
      const theirs = json.sessions.find(({ isCurrent }) => !isCurrent)
      assert.deepEqual([theirs?.agent, theirs?.address], ['Other/1', '127.0.0.1'])
      await owner.call('endSession', { params: { id: theirs?.id ?? '' } })
      assert.equal((await other.call('listSessions')).status, 401)

      await other.call('signIn', { body: ownerAccount })
      await owner.call('endOtherSessions')
      assert.equal((await other.call('listSessions')).status, 401)

      await other.call('signIn', { body: ownerAccount })
      const start = app.clock.now
      app.clock.now = start + idleTime - 1
      assert.equal((await other.call('listSessions')).status, 200)
      app.clock.now = start + 2 * idleTime
      assert.equal((await other.call('listSessions')).status, 401, 'idle')
      await other.call('signIn', { body: ownerAccount })
      for (let time = 0; time < longestTime; time += idleTime - 1) {
        app.clock.now = start + 2 * idleTime + time
        assert.equal((await other.call('listSessions')).status, 200)
      }
      app.clock.now = start + 2 * idleTime + longestTime + 1
      assert.equal((await other.call('listSessions')).status, 401, 'absolute')
      await owner.call('signIn', { body: ownerAccount })
      const signedOut = owner.cookie
      await owner.call('signOut')
      owner.cookie = signedOut
      assert.equal((await owner.call('listSessions')).status, 401)
      await owner.call('signIn', { body: ownerAccount })
    })

    it('a password change ends the other sessions and allows new ones', async () => {
      const member = await memberOf(app, owner, 'viewer')
      const { email } = member
      const other = studioCaller(app)
      await other.call('signIn', { body: { email, password: 'correct horse' } })
      const wrong = await member.call('changePassword', { body: { current: 'no', next: 'short' } })
      assert.deepEqual(pathsOf(wrong.json), ['current'])
      const short = await member.call('changePassword', {
        body: { current: 'correct horse', next: 'short' },
      })
      assert.deepEqual(pathsOf(short.json), ['next'])
      const body = { current: 'correct horse', next: 'battery staple' }
      assert.equal((await member.call('changePassword', { body })).status, 200)
      assert.equal((await other.call('listSessions')).status, 401)
      assert.equal((await member.call('listSessions')).status, 200)
      const old = await other.call('signIn', { body: { email, password: 'correct horse' } })
      assert.equal(old.status, 401)
      const fresh = await other.call('signIn', { body: { email, password: 'battery staple' } })
      assert.equal(fresh.status, 200)
    })

    it('an invitation works once, only for its account, and expires', async () => {
      const body = {
        email: 'new@example.com',
        role: 'editor',
        spaces: [{ root: 'main', space: 'tokyo' }],
      }
      const invited = await owner.call('inviteMember', { body })
      assert.deepEqual(
        [invited.json.member.state, invited.json.member.spaces],
        ['invited', body.spaces],
      )
      const { token } = invited.json.invitation
      const guest = studioCaller(app)
      const empty = await guest.call('signIn', { body: { email: body.email, password: '' } })
      assert.equal(empty.status, 401, 'no password is set yet')
      const invitation = await guest.call('readInvitation', { body: { token } })
      assert.equal(invitation.json.email, body.email)
      const accepted = await guest.call('acceptInvitation', {
        body: { token, password: 'long enough', name: 'New' },
      })
      assert.deepEqual([accepted.json.name, accepted.json.role], ['New', 'editor'])
      assert.deepEqual((await bootstrapOf(guest)).spaces, ['tokyo'])
      const again = await guest.call('acceptInvitation', {
        body: { token, password: 'long enough' },
      })
      assert.equal(again.status, 404)
      const renewed = await owner.call('renewInvitation', { params: { id: accepted.json.id } })
      app.clock.now += 8 * 24 * 60 * 60 * 1000
      const { token: late } = renewed.json.invitation
      assert.equal((await guest.call('readInvitation', { body: { token: late } })).status, 404)
      await owner.call('signIn', { body: ownerAccount })
      const twice = await owner.call('inviteMember', { body })
      assert.deepEqual(pathsOf(twice.json), ['email'])
    })

    it('invitations to invalid email addresses are rejected', async () => {
      for (const email of [
        '<script>@x',
        '"a b"@x',
        'a\u0007@example.com',
        `a@${'b.'.repeat(150)}c`,
      ]) {
        const refused = await owner.call('inviteMember', { body: { email, role: 'editor' } })
        assert.deepEqual([refused.status, pathsOf(refused.json)], [400, ['email']], email)
      }
      const invited = await owner.call('inviteMember', {
        body: { email: '編集部@例え.jp', role: 'editor' },
      })
      assert.equal(invited.json.member.email, '編集部@例え.jp')
    })

    it('members cannot grant a higher role than their own, and the last owner stays', async () => {
      const admin = await memberOf(app, owner, 'admin')
      const editor = await memberOf(app, owner, 'editor')
      const { json } = await owner.call('listMembers')
      const ownerId = json.members.find(({ role }) => role === 'owner')?.id ?? 0
      const refused = [
        admin.call('inviteMember', { body: { email: 'x@example.com', role: 'admin' } }),
        admin.call('changeMember', { params: { id: editor.id }, body: { role: 'owner' } }),
        admin.call('changeMember', { params: { id: admin.id }, body: { role: 'owner' } }),
        admin.call('removeMember', { params: { id: ownerId } }),
        admin.call('renewInvitation', { params: { id: ownerId } }),
      ]
      for (const reply of await Promise.all(refused)) assert.equal(reply.status, 403, reply.text)
      const last = [
        owner.call('changeMember', { params: { id: ownerId }, body: { role: 'admin' } }),
        owner.call('removeMember', { params: { id: ownerId } }),
      ]
      for (const reply of await Promise.all(last)) assert.equal(reply.status, 400, reply.text)

      assert.equal((await editor.call('listMembers')).status, 403)
      await admin.call('changeMember', { params: { id: editor.id }, body: { role: 'viewer' } })
      const write = await editor.call('createItem', {
        body: { model: 'author', languages: { en: { fields: {} } } },
      })
      assert.equal(write.status, 403, 'a role change takes effect immediately')
      await admin.call('removeMember', { params: { id: editor.id } })
      assert.equal((await editor.call('listSessions')).status, 401)
      const log = await owner.call('listAuditEntries', {
        query: { kind: 'user', actor: `user:${admin.id}` },
      })
      assert.deepEqual(
        log.json.deeds.map(({ action, subjectId }) => [action, subjectId]),
        [
          ['remove', editor.id],
          ['change', editor.id],
          ['set password', admin.id],
        ],
      )
    })

    it('preferences are stored', async () => {
      const body = { name: ' Ann ', preferences: { theme: 'dark' } }
      const { json } = await owner.call('changeProfile', { body })
      assert.deepEqual(
        [json.name, json.preferences],
        ['Ann', { language: null, theme: 'dark', density: 'comfortable' }],
      )
      await owner.call('changeProfile', {
        body: { preferences: { language: 'ja', density: 'compact' } },
      })
      const { user } = await bootstrapOf(owner)
      assert.deepEqual(user.preferences, { language: 'ja', theme: 'dark', density: 'compact' })
    })
  })
})

function pathsOf(json: unknown): string[] {
  return (json as AdminError).problems.map(({ path }) => path)
}
