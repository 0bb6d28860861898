import assert from 'node:assert/strict'
import { it } from 'node:test'
import { cachedSchemas } from '../store/cache/schemas.ts'
import { startApp } from '../testing/app-factory.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { ownerAccount, ownerOf, studioCaller } from '../testing/studio-caller.ts'
import { createPasswords, type Derive, type Passwords } from './passwords.ts'
import { changePassword, signIn } from './sign-in.ts'
import { TooManyFailures } from './throttle.ts'
import { createUser } from './users.ts'

/** Counts hash computations, with a cheap hash function. */
function countedPasswords(): { passwords: Passwords; counts: { hashed: number; most: number } } {
  const counts = { hashed: 0, most: 0 }
  let running = 0
  const derive: Derive = async (message, { tagLength }) => {
    counts.hashed += 1
    counts.most = Math.max(counts.most, (running += 1))
    await new Promise(setImmediate)
    running -= 1
    return Buffer.alloc(tagLength, message)
  }
  return { passwords: createPasswords(derive), counts }
}

const account = { email: 'ann@example.com', password: 'correct horse' }
const browser = { address: '203.0.113.9', agent: '' }

onBothDatabases('concurrent password guesses', (fresh) => {
  async function place() {
    const { store } = await fresh()
    const { passwords, counts } = countedPasswords()
    const clock = { now: 7 }
    const context = { store, schemas: cachedSchemas(), now: () => clock.now, passwords }
    await createUser(context, { ...account, role: 'owner', actor: 'cli' })
    counts.hashed = 0
    return { context, counts, clock }
  }

  it('hash no more passwords than sequential guesses', async () => {
    const { store } = await fresh()
    const { passwords, counts } = countedPasswords()
    const { testApp: app, end } = await startApp(store, { passwords })
    try {
      await ownerOf(app)
      counts.hashed = 0
      const guesses = Array.from({ length: 150 }, (_, index) =>
        studioCaller(app).call('signIn', {
          body: { email: ownerAccount.email, password: `wrong ${index}` },
        }),
      )
      const responses = await Promise.all(guesses)
      const refused = responses.filter(({ status }) => status === 429)
      assert.equal(responses.filter(({ status }) => status === 401).length, 5)
      assert.equal(refused.length, 145)
      for (const { headers } of refused) assert.ok(Number(headers.get('retry-after')) > 0)
      assert.deepEqual(counts, { hashed: 5, most: 1 })
    } finally {
      await end()
    }
  })

  it('are counted across all processes', async () => {
    const { context, counts } = await place()
    const other = countedPasswords()
    const places = [context, { ...context, passwords: other.passwords }]
    const guesses = Array.from({ length: 40 }, (_, index) =>
      signIn(places[index % 2] ?? context, { ...account, password: `wrong ${index}` }, browser),
    )
    const outcomes = await Promise.allSettled(guesses)
    const waits = outcomes.filter(
      (outcome) => outcome.status === 'rejected' && outcome.reason instanceof TooManyFailures,
    )
    assert.equal(waits.length, 35)
    assert.equal(counts.hashed + other.counts.hashed, 5)
  })

  it('do not block users with the right password, however many sign in at once', async () => {
    const { context } = await place()
    const wrong = { ...account, password: 'wrong' }
    for (let tries = 0; tries < 4; tries++) await assert.rejects(signIn(context, wrong, browser))
    await Promise.all(Array.from({ length: 80 }, () => signIn(context, account, browser)))
    const failures = await context.store.read((tx) =>
      tx.accounts.failures([
        `both ${browser.address} ${account.email}`,
        `email ${account.email}`,
        `from ${browser.address}`,
      ]),
    )
    assert.deepEqual(failures, [{ name: `from ${browser.address}`, count: 4, since: 7 }])
  })

  it('are also counted for password changes', async () => {
    const { context, counts } = await place()
    const { user, token } = await signIn(context, account, browser)
    assert.ok(token)
    const [session] = await context.store.read((tx) => tx.accounts.sessionsOf(user.id))
    assert.ok(session)
    counts.hashed = 0
    const change = (current: string) =>
      changePassword(context, { user, session }, { current, next: 'battery staple' })
    for (let right = 0; right < 6; right++) {
      await change(account.password)
      await context.store.write((tx) => tx.users.update(user))
    }
    assert.equal(counts.hashed, 12)
    const guesses = Array.from({ length: 30 }, (_, index) => change(`wrong ${index}`))
    const outcomes = await Promise.allSettled(guesses)
    assert.ok(outcomes.every(({ status }) => status === 'rejected'))
    assert.equal(counts.hashed, 12 + 5)
  })
})
