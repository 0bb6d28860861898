/** Attacks on the management API of Studio, by their numbers. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { adminPath, adminRoutes, type AdminRouteName } from '@octavo/schema/admin-api.ts'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import {
  freshStudio,
  memberOf,
  ownerAccount,
  studioCaller,
  type StudioCaller,
} from '../testing/studio-caller.ts'
import { readEvents } from '../testing/sse.ts'

testApps('attacks on Studio', (freshApp) => {
  let app: TestApp
  let owner: StudioCaller

  before(async () => {
    ;({ app, owner } = await freshStudio(freshApp))
  })

  async function make(fields: object, space: string, model = 'article'): Promise<number> {
    const body = { model, space, languages: { en: { fields } } }
    const { json, status, text } = await owner.call('createItem', { body })
    assert.equal(status, 200, text)
    return json.id
  }

  describe('A3: members cannot access content outside their spaces', () => {
    const secret = 'Secret of Osaka'
    let hidden: number
    let pointing: number
    let member: StudioCaller

    before(async () => {
      hidden = await make({ name: secret }, 'osaka', 'author')
      pointing = await make({ title: 'Tokyo', author: hidden }, 'tokyo')
      member = await memberOf(app, owner, 'editor', ['tokyo'])
    })

    it('does not show it in lists, items, labels, history, referrers, counts and the explorer', async () => {
      const explored = (path: string) =>
        member.call('explore', { body: { view: 'draft', path } }).then(({ text }) => text)
      const texts = [
        (await member.call('listContents', { query: { columns: 'author' } })).text,
        (await member.call('listContents', { query: { contains: 'Secret', state: 'active' } }))
          .text,
        (await member.call('listContentIds', { query: { 'author.name[eq]': secret } })).text,
        (await member.call('readItem', { params: { id: pointing } })).text,
        (await member.call('readLabels', { query: { items: String(hidden) } })).text,
        (await member.call('listReferrers', { params: { id: pointing } })).text,
        await explored(`/contents?depth=3`),
        await explored(`/contents/${pointing}?depth=3&include=_prev,_next`),
      ]
      for (const text of texts) assert.ok(!text.includes('Secret'), text)
      const byFilter = await member.call('listContentIds', { query: { 'author.name[eq]': secret } })
      assert.equal(byFilter.json.total, 0)
      for (const name of ['readItem', 'listHistory', 'listReferrers', 'duplicateItem'] as const) {
        const there = await member.call(name, { params: { id: hidden } })
        const absent = await member.call(name, { params: { id: 999_999 } })
        assert.deepEqual([there.status, there.text], [404, absent.text], name)
      }
      const outside = await member.call('listContents', { query: { space: 'osaka' } })
      assert.equal(outside.status, 403)
      const direct = JSON.parse(await explored(`/contents/${hidden}`)) as { status: number }
      assert.equal(direct.status, 404)
      const { json } = await member.call('countContents')
      assert.deepEqual(Object.keys(json.spaces), ['tokyo'])
      assert.equal(json.models['author']?.active, 0)
    })

    it('does not change it by writes of one or many items', async () => {
      const save = await member.call('saveItem', {
        params: { id: hidden },
        body: { languages: { en: { fields: { name: 'x' }, expected: null } } },
      })
      assert.equal(save.status, 404)
      const bulk = await member.call('changeItems', { body: { action: 'delete', ids: [hidden] } })
      assert.equal(bulk.json.results[0]?.isDone, false)
      const point = await member.call('saveItem', {
        params: { id: pointing },
        body: { languages: { en: { fields: { links: [{ to: hidden }] }, expected: null } } },
      })
      assert.equal(point.status, 400)
      const { json } = await owner.call('readItem', { params: { id: hidden } })
      assert.deepEqual([json.title, json.deletedAt], [secret, null])
    })

    it('returns the same errors as for missing content', async () => {
      const media = await app.addMediaRecord(3)
      const absent = 999_999
      const changeMedia = async (id: number) =>
        member.call('changeMediaState', { body: { action: 'archive', ids: [id] } })
      const responses = [await changeMedia(media), await changeMedia(absent)]
      assert.deepEqual(
        responses.map(({ status }) => status),
        [404, 404],
      )
      assert.equal(responses[0]?.text, responses[1]?.text)
      const point = async (fields: object) => {
        const body = { languages: { en: { fields, expected: null } } }
        const { status, text } = await member.call('saveItem', { params: { id: pointing }, body })
        // The error may repeat the id of the request.
        return [status, text.replaceAll(/\d+/g, '#')]
      }
      assert.deepEqual(await point({ author: hidden }), await point({ author: absent }))
      assert.deepEqual(await point({ cover: media }), await point({ cover: absent }))
    })

    it('does not send its events', async () => {
      const url = `${app.addresses.api}${adminPath}/roots/main/events`
      const events = await readEvents(url, { cookie: member.cookie })
      assert.equal((await events.next())?.event, 'ready')
      await make({ title: 'hidden' }, 'osaka')
      const seen = await make({ title: 'seen' }, 'tokyo')
      const event = await events.next()
      assert.equal((event as { data: { subjectId: number } }).data.subjectId, seen)
      events.stop()
    })

    it('does not send its events on a stream that was opened before access was removed', async () => {
      const former = await memberOf(app, owner, 'editor')
      const url = `${app.addresses.api}${adminPath}/roots/main/events`
      const events = await readEvents(url, { cookie: former.cookie })
      assert.equal((await events.next())?.event, 'ready')
      const spaces = [{ root: 'main', space: 'tokyo' }]
      await owner.call('changeMember', { params: { id: former.id }, body: { spaces } })
      await make({ title: 'hidden' }, 'osaka')
      const seen = await make({ title: 'seen' }, 'tokyo')
      const event = await events.next()
      assert.equal((event as { data: { subjectId: number } }).data.subjectId, seen)
      await owner.call('removeMember', { params: { id: former.id } })
      assert.equal(await events.next(), undefined)
    })

    it('sends events of keys to admins only', async () => {
      const viewer = await memberOf(app, owner, 'viewer')
      const url = `${app.addresses.api}${adminPath}/roots/main/events`
      const firstEventOf = async ({ cookie }: StudioCaller) => {
        const events = await readEvents(url, { cookie })
        assert.equal((await events.next())?.event, 'ready')
        await owner.call('createKey', { body: { name: 'k', reads: 'draft' } })
        await make({ title: 'seen' }, 'tokyo')
        const event = await events.next()
        events.stop()
        return (event?.data as { kind: string } | undefined)?.kind
      }
      assert.equal(await firstEventOf(viewer), 'item')
      assert.equal(await firstEventOf(owner), 'key')
    })

    it('does not send secrets in responses', async () => {
      await owner.call('createKey', { body: { name: 'k', reads: 'draft' } })
      const reads = [
        'listMembers',
        'listKeys',
        'listSessions',
        'listAuditEntries',
        'bootstrap',
      ] as const
      const users = await app.deps.store.read((tx) => tx.users.list())
      for (const name of reads) {
        const { text } = await owner.call(name)
        for (const { passwordHash } of users) assert.ok(!text.includes(passwordHash), name)
        assert.doesNotMatch(text, /[a-f0-9]{64}|token|argon2|secretHash/i, name)
      }
    })
  })

  describe('A20: clients cannot set values that the server controls', () => {
    it('rejects system properties and unknown languages in content', async () => {
      const id = await make({ title: 'Mine' }, '_parent')
      const names = ['_id', '_status', '_space', '_published_at', 'id', '__proto__', 'constructor']
      for (const name of names) {
        const fields = `{${JSON.stringify(name)}: 1}`
        const body = `{"languages": {"en": {"fields": ${fields}, "expected": null}}}`
        const { status, text } = await owner.call('saveItem', { params: { id }, body })
        assert.equal(status, 400, `${name}: ${text}`)
      }
      for (const key of ['__proto__', 'constructor', 'xx']) {
        const body = `{"languages": {${JSON.stringify(key)}: {"fields": {}, "expected": null}}}`
        const { status, text } = await owner.call('saveItem', { params: { id }, body })
        assert.equal(status, 400, `${key}: ${text}`)
      }
    })

    it('rejects unknown properties of accounts', async () => {
      const member = await memberOf(app, owner, 'viewer')
      for (const extra of [
        { role: 'owner' },
        { id: 1 },
        { email: 'x@example.com' },
        { spaceIds: null },
      ]) {
        const { status } = await member.call('changeProfile', { body: { name: 'x', ...extra } })
        assert.equal(status, 400)
      }
      const body = { token: 'x', password: 'long enough', role: 'owner' }
      assert.equal((await studioCaller(app).call('acceptInvitation', { body })).status, 400)
    })
  })

  describe('A22: attacks on accounts', () => {
    it('blocks password guessing for one account, without blocking other accounts', async () => {
      const { email } = await memberOf(app, owner, 'viewer')
      const guess = (address: string, password: string) =>
        studioCaller(app).call('signIn', { body: { email: address, password } })
      for (let tries = 0; tries < 5; tries++) {
        assert.equal((await guess(email, `wrong ${tries}`)).status, 401)
      }
      const locked = await guess(email, 'correct horse')
      assert.equal(locked.status, 429)
      assert.ok(Number(locked.headers.get('retry-after')) > 800)
      assert.equal((await guess(` ${email.toUpperCase()} `, 'correct horse')).status, 429)
      assert.equal((await guess(ownerAccount.email, ownerAccount.password)).status, 200)
      app.clock.now += 15 * 60 * 1000 + 1
      assert.equal((await guess(email, 'correct horse')).status, 200)
    })

    it('treats an unknown email like a wrong password', async () => {
      const guess = (email: string) =>
        studioCaller(app).call('signIn', { body: { email, password: 'wrong wrong' } })
      const unknown = await guess('nobody@example.com')
      const known = await guess(ownerAccount.email)
      assert.deepEqual([unknown.status, unknown.text], [known.status, known.text])
      for (let tries = 0; tries < 4; tries++) await guess('nobody@example.com')
      assert.equal((await guess('nobody@example.com')).status, 429)
      await owner.call('signIn', { body: ownerAccount })
    })

    it('does not accept partial or multiple emails', async () => {
      for (const email of ['owner', 'owner@', '%@example.com', 'owner@example.com,x@example.com']) {
        const body = { email, password: ownerAccount.password }
        assert.equal((await studioCaller(app).call('signIn', { body })).status, 401, email)
      }
      const list = { email: [ownerAccount.email], password: ownerAccount.password }
      assert.equal((await studioCaller(app).call('signIn', { body: list })).status, 400)
    })

    it('issues a new session at sign-in, so that a fixed session is worthless', async () => {
      const victim = studioCaller(app)
      victim.cookie = `octavo=${'A'.repeat(43)}`
      const { headers } = await victim.call('signIn', { body: ownerAccount })
      assert.notEqual(victim.cookie, `octavo=${'A'.repeat(43)}`)
      const attacker = studioCaller(app)
      attacker.cookie = `octavo=${'A'.repeat(43)}`
      assert.equal((await attacker.call('listSessions')).status, 401)
      const set = headers.get('set-cookie') ?? ''
      assert.match(set, /^octavo=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/)

      const earlier = victim.cookie
      await victim.call('signIn', { body: ownerAccount })
      attacker.cookie = earlier
      assert.equal((await attacker.call('listSessions')).status, 401, 'rotated')
      attacker.cookie = `${victim.cookie}; ${victim.cookie.slice(0, -1)}x`
      assert.equal((await attacker.call('listSessions')).status, 401, 'two cookies are none')
    })

    it('rejects writes of other sites: all routes except GET require our header and origin', async () => {
      const { host, origin } = new URL(app.addresses.api)
      const forged: Record<string, string>[] = [
        { 'X-Octavo-Studio': '' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'none' },
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: `http://${host}.evil.example` },
      ]
      const names = Object.keys(adminRoutes) as AdminRouteName[]
      for (const name of names.filter((route) => adminRoutes[route].method !== 'GET')) {
        for (const headers of forged) {
          const { status, text } = await owner.call(name, { headers, body: {} })
          assert.equal(status, 403, `${name} with ${JSON.stringify(headers)}`)
          assert.match(text, /did not come from a page of this server/)
        }
      }
      const own = { origin, 'sec-fetch-site': 'same-origin' }
      assert.equal((await owner.call('changeProfile', { headers: own, body: {} })).status, 200)
      const preflight = await fetch(`${app.addresses.api}${adminPath}/profile`, {
        method: 'OPTIONS',
        headers: { origin: 'https://evil.example', 'access-control-request-method': 'PATCH' },
      })
      assert.equal(preflight.headers.get('access-control-allow-origin'), null)
      assert.notEqual(preflight.status, 204)
    })

    it('sends COOP, CORP, nosniff and no-store, and no CORS headers', async () => {
      for (const response of [
        await owner.call('listSessions'),
        await studioCaller(app).call('listKeys'),
      ]) {
        const { headers } = response
        assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin')
        assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin')
        assert.equal(headers.get('x-content-type-options'), 'nosniff')
        assert.equal(headers.get('x-frame-options'), 'DENY')
        assert.equal(headers.get('cache-control'), 'no-store')
        assert.equal(headers.get('access-control-allow-origin'), null)
      }
    })
  })
})
