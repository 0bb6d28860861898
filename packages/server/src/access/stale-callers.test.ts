/** The role or session of a user may change between the start of a request and its write. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Refusal } from '@octavo/schema/errors.ts'
import { accountHandlers, type AccountDeps } from '../admin/accounts.ts'
import type { AdminCall } from '../admin/api.ts'
import { cachedSchemas } from '../store/cache/schemas.ts'
import type { Store } from '../store/store.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { changeMember, inviteMember, removeMember, renewInvitation } from './members.ts'
import { createPasswords } from './passwords.ts'
import { beginSession, type Caller } from './sessions.ts'
import { acceptInvitation, changePassword, signIn } from './sign-in.ts'
import { createUser } from './users.ts'

const browser = { address: '127.0.0.1', agent: '' }
const password = 'correct horse'

onBothDatabases('a caller whose account changed during the request', (fresh) => {
  async function people() {
    const { store } = await fresh()
    const passwords = createPasswords()
    const context = { store, schemas: cachedSchemas(), now: () => 7, passwords }
    const callerOf = async (role: 'owner' | 'admin'): Promise<Caller> => {
      const email = `${role}@example.com`
      const id = await createUser(context, { email, role, password, actor: 'cli' })
      return store.write(async (tx) => {
        const user = await tx.users.load(id)
        assert.ok(user)
        return { user, session: (await beginSession(tx, user, browser, 7)).session }
      })
    }
    return { context, owner: await callerOf('owner'), admin: await callerOf('admin') }
  }

  const accounts = (store: Store) => store.read((tx) => tx.users.list())
  const isRefused = (kind: Refusal['kind']) => (error: unknown) =>
    error instanceof Refusal && error.kind === kind

  it('cannot restore a removed account by changing their name', async () => {
    const { context, owner, admin } = await people()
    await removeMember(context, owner, admin.user.id)
    const { changeProfile } = accountHandlers(context as unknown as AccountDeps)
    const call = { caller: admin } as AdminCall
    await assert.rejects(changeProfile(call, { name: 'Back' }), isRefused('unauthorized'))
    assert.deepEqual((await accounts(context.store)).length, 1)
  })

  it('cannot overwrite a password that was set since', async () => {
    const { context, owner, admin } = await people()
    const { email, id } = admin.user
    const { token } = await renewInvitation(context, owner, id)
    await acceptInvitation(context, { token, password: 'set by link' }, browser)
    const change = { current: password, next: 'set by thief' }
    await assert.rejects(changePassword(context, admin, change), isRefused('unauthorized'))
    await signIn(context, { email, password: 'set by link' }, browser)
  })

  it('cannot invite members', async () => {
    const { context, owner, admin } = await people()
    await changeMember(context, owner, admin.user.id, { role: 'viewer' })
    const member = { email: 'new@example.com', role: 'editor', spaceIds: null } as const
    await assert.rejects(inviteMember(context, admin, member), isRefused('forbidden'))
    assert.deepEqual((await accounts(context.store)).length, 2)
  })
})
