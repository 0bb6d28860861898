import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Refusal } from '@octavo/schema/errors.ts'
import { cachedSchemas } from '../store/cache/schemas.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { createPasswords } from './passwords.ts'
import { accountProblems, createUser } from './users.ts'

const passwords = createPasswords()

onBothDatabases('users', (fresh) => {
  it('are stored with a hash that only their password matches', async () => {
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

  it('are rejected with an invalid address, a short password, or a taken address', async () => {
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

describe('an email address', () => {
  const good = [
    'ann@example.com',
    'owner@localhost',
    "o'brien+studio@mail.example.co.uk",
    '!#$%&*+-/=?^_{|}~.@example.com',
    'a..b@docomo.ne.jp',
    '編集部@例え.jp',
    'почта@пример.рф',
    'नमस्ते@उदाहरण.भारत',
    'jose\u0301@example.com',
    `${'a'.repeat(64)}@example.com`,
    `a@${'b'.repeat(60)}.${'c'.repeat(60)}.example`,
  ]
  const bad = [
    '',
    'ann',
    'ann@',
    '@example.com',
    'ann@@example.com',
    'ann@example.com@example.com',
    'a b@example.com',
    'ann@exa mple.com',
    'ann@example.com\nbcc: x@example.com',
    '<script>@x',
    'ann@<script>',
    '<b>ann</b>@example.com',
    'Ann <ann@example.com>',
    '"a b"@x',
    '"ann"@example.com',
    'ann\\@example.com',
    'ann`id`@example.com',
    'ann(comment)@example.com',
    'ann,bob@example.com',
    'ann;bob@example.com',
    'ann:bob@example.com',
    'ann@[127.0.0.1]',
    'ann\u0000@example.com',
    'ann\u0007@example.com',
    'ann\u007f@example.com',
    'ann\u0085@example.com',
    'ann\u200b@example.com',
    'ann\u202e@example.com',
    'ann\ud800@example.com',
    'ann@example..com',
    'ann@.example.com',
    'ann@example.com.',
    'ann@-example.com',
    'ann@example-.com',
    'ann@example_com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.example`,
    `a@${'b.'.repeat(127)}c`,
  ]
  for (const email of good) {
    it(`is valid: ${email}`, () => assert.deepEqual(accountProblems({ email }), []))
  }
  for (const email of bad) {
    it(`is invalid: ${JSON.stringify(email)}`, () => {
      assert.deepEqual(
        accountProblems({ email }).map(({ path }) => path),
        ['email'],
      )
    })
  }
})
