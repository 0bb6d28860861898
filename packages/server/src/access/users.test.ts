import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Refusal } from '@octavo/schema/errors.ts'
import { cachedSchemas } from '../content/schemas.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { createPasswords } from './passwords.ts'
import { createUser } from './users.ts'

const passwords = createPasswords()

onBothDatabases('users', (fresh) => {
  it('are stored with a hash that only their password opens', async () => {
    const { store } = await fresh()
    const context = { store, schemas: cachedSchemas(), now: () => 7, passwords }
    const user = {
      email: ' Ann@Example.COM ',
      role: 'owner',
      password: 'correct horse é',
      actor: 'cli',
    } as const
    const id = await createUser(context, user)
    const stored = await store.read((tx) => tx.users.byEmail('ann@example.com'))
    assert.deepEqual([stored?.id, stored?.role, stored?.createdAt], [id, 'owner', 7])
    const hash = stored?.passwordHash ?? ''
    assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]+\$[^$]+$/)
    assert.ok(await passwords.verify(hash, 'correct horse é'))
    assert.ok(await passwords.verify(hash, 'correct horse é'.normalize('NFD')))
    assert.ok(!(await passwords.verify(hash, 'correct horse e')))
    assert.ok(!(await passwords.verify(hash, '')))
    assert.ok(!(await passwords.verify('nonsense', 'correct horse é')))
  })

  it('are refused with a bad address, a short password, or an address that is taken', async () => {
    const { store } = await fresh()
    const context = { store, schemas: cachedSchemas(), now: () => 7, passwords }
    const paths = (email: string, password: string) =>
      createUser(context, { email, role: 'viewer', password, actor: 'cli' }).then(
        () => [],
        (error: unknown) => (error as Refusal).problems.map(({ path }) => path),
      )
    assert.deepEqual(await paths('ann', 'short'), ['email', 'password'])
    assert.deepEqual(await paths('ann@example.com', 'long enough'), [])
    assert.deepEqual(await paths('ANN@example.com', 'long enough'), ['email'])
  })
})
