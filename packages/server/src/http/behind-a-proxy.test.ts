/** Clients behind a shared proxy, and clients that forge X-Forwarded-For. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { trustedProxies } from '../access/client-address.ts'
import { createPasswords } from '../access/passwords.ts'
import { startApp, type TestApp } from '../testing/app-factory.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { memberOf, ownerAccount, ownerOf, studioCaller } from '../testing/studio-caller.ts'
import { writeRoot } from '../testing/write-root.ts'

/** Fast, because password hashing is not tested here. */
const passwords = () =>
  createPasswords((message, { tagLength }) => Promise.resolve(Buffer.alloc(tagLength, message)))

onBothDatabases('behind a proxy', (fresh) => {
  const ending: (() => Promise<void>)[] = []
  after(async () => {
    for (const end of ending) await end()
  })

  async function appThatTrusts(proxies: string | undefined): Promise<TestApp> {
    const { store } = await fresh()
    const { testApp, end } = await startApp(store, {
      passwords: passwords(),
      ...(proxies !== undefined && { trustedProxies: trustedProxies(proxies) }),
    })
    ending.push(end)
    await testApp.applyTestSchema(writeRoot)
    await ownerOf(testApp)
    return testApp
  }

  const from = (app: TestApp, address: string, email: string, password = 'wrong') =>
    studioCaller(app).call('signIn', {
      body: { email, password },
      headers: { 'X-Forwarded-For': address },
    })
  const editors = Array.from({ length: 40 }, (_, index) => `203.0.113.${index + 1}`)

  describe('that is trusted', () => {
    let app: TestApp
    before(async () => {
      app = await appThatTrusts('loopback')
    })

    it('limits 40 editors independently of each other', async () => {
      const { email, password } = ownerAccount
      for (const address of editors) {
        for (const name of ['a', 'b']) {
          const response = await from(app, address, `${name}-${address}@example.com`)
          assert.equal(response.status, 401)
        }
      }
      for (const address of editors) {
        assert.equal((await from(app, address, email, password)).status, 200, address)
      }
    })

    it('blocks only the client that guesses passwords', async () => {
      const guess = (n: number) => from(app, `2001:db8:6:6::${n}`, `guess${n}@example.com`)
      for (let n = 0; n < 60; n++) assert.equal((await guess(n)).status, 401)
      assert.equal((await guess(60)).status, 429, 'the whole /64 is one client')
      assert.equal((await from(app, '2001:db8:6:7::1', 'guess@example.com')).status, 401)
    })

    it('records the address of the client in sessions', async () => {
      const caller = studioCaller(app)
      const headers = { 'X-Forwarded-For': '6.6.6.6, ::ffff:198.51.100.7, 127.0.0.1' }
      await caller.call('signIn', { body: ownerAccount, headers })
      const { json } = await caller.call('listSessions')
      assert.equal(json.sessions.find(({ isCurrent }) => isCurrent)?.address, '198.51.100.7')
    })
  })

  it('records the address of the client in the audit log, for admins only', async () => {
    const app = await appThatTrusts('loopback')
    const caller = studioCaller(app)
    await caller.call('signIn', { body: ownerAccount })
    const headers = { 'X-Forwarded-For': '203.0.113.7' }
    const fields = { title: 'Sea' }
    const { json: item } = await caller.call('createItem', {
      body: { model: 'article', languages: { en: { fields } } },
      headers,
    })
    const key = await app.createKey({ reads: 'draft', writesContents: true })
    const written = await fetch(`${app.addresses.api}/v1/contents?model=article`, {
      method: 'POST',
      headers: { 'X-SERVICE-API-KEY': key, 'X-Forwarded-For': '2001:db8::1' },
      body: JSON.stringify({ fields }),
    })
    assert.equal(written.status, 200)
    const audit = await caller.call('listAuditEntries', { query: { kind: 'item' } })
    const addresses = audit.json.deeds.map(({ actor, address }) => [actor.kind, address])
    assert.deepEqual(addresses, [
      ['key', '2001:db8::1'],
      ['user', '203.0.113.7'],
    ])
    const viewer = await memberOf(app, caller, 'viewer')
    const { json: seen } = await viewer.call('listHistory', { params: { id: item.id } })
    assert.deepEqual(
      seen.deeds.map(({ address }) => address),
      [null],
    )
  })

  it('A15: ignores X-Forwarded-For from a proxy that is not trusted', async () => {
    const app = await appThatTrusts(undefined)
    const guess = (n: number) => from(app, `203.0.113.${n}`, `guess${n}@example.com`)
    for (let n = 0; n < 60; n++) assert.equal((await guess(n)).status, 401)
    assert.equal((await guess(60)).status, 429)
    const other = await appThatTrusts('10.0.0.0/8')
    const caller = studioCaller(other)
    await caller.call('signIn', { body: ownerAccount, headers: { 'X-Forwarded-For': '6.6.6.6' } })
    const { json } = await caller.call('listSessions')
    assert.deepEqual(
      json.sessions.map(({ address }) => address),
      ['127.0.0.1', '127.0.0.1'],
    )
  })
})
