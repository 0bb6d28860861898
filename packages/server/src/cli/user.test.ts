import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { createPasswords } from '../access/passwords.ts'
import { acceptInvitation, signIn } from '../access/sign-in.ts'
import { cachedSchemas } from '../store/cache/schemas.ts'
import { placeFlags } from '../testing/octavo.ts'
import { octavoHere } from '../testing/run-here.ts'
import { onBothDatabases } from '../testing/stores.ts'

const browser = { address: '127.0.0.1', agent: 'test' }
const environment = { OCTAVO_BASE_URL: 'https://cms.example.com/v1' }
const password = 'correct horse'

onBothDatabases('octavo user', (fresh) => {
  async function withOwner() {
    const { address, store } = await fresh()
    const flags = placeFlags(address)
    const run = (command: string, input = '') =>
      octavoHere([...command.split(' '), ...flags], { input, environment })
    const done = async (command: string, input = '') => {
      const { code, stdout, stderr } = await run(command, input)
      assert.equal(code, 0, stderr)
      return stdout
    }
    const file = join(address.dataFolder, 'schema.json')
    const spaces = [{ luid: 'tokyo' }, { luid: 'oslo' }]
    await writeFile(file, JSON.stringify({ languages: ['en'], spaces, models: [] }))
    await done(`schema apply ${file}`)
    await done('user create --email owner@example.com --role owner', `${password}\n`)
    const context = {
      store,
      schemas: cachedSchemas(),
      now: () => Date.now(),
      passwords: createPasswords(),
    }
    const faults = async (rows: [command: string, code: number, message: RegExp][]) => {
      const before = await done('user list')
      for (const [command, code, message] of rows) {
        const result = await run(command, `${password}\n`)
        assert.deepEqual([result.code, result.stdout], [code, ''], `${command}: ${result.stderr}`)
        assert.match(result.stderr, message, command)
      }
      assert.equal(await done('user list'), before)
    }
    return { done, faults, context, store }
  }

  it('creates, lists, changes and removes accounts', async () => {
    const { done, faults, context, store } = await withOwner()
    const ann =
      'user create --email Ann@example.com --role editor --name Ann --spaces tokyo,_parent'
    await done(ann, `${password}\n`)
    const row = async (email: string) =>
      (await done('user list'))
        .split('\n')
        .find((line) => line.startsWith(email))
        ?.split(/ {2,}/)
    const { user } = await signIn(context, { email: 'ann@example.com', password }, browser)
    const [, name, role, spaces, state, seen] = (await row('ann@example.com')) ?? []
    assert.deepEqual(
      [name, role, spaces, state],
      ['Ann', 'editor', 'main/_parent,main/tokyo', 'active'],
    )
    assert.match(seen ?? '', /^\d{4}-/)

    await done('user update ANN@example.com --role writer --spaces oslo --name Annie')
    assert.deepEqual((await row('ann@example.com'))?.slice(1, 4), ['Annie', 'writer', 'main/oslo'])
    await done('user update ann@example.com --spaces all')
    assert.equal((await row('ann@example.com'))?.[3], 'all')
    await done('root create other --name Other')
    await done('user update ann@example.com --spaces oslo,other/_parent --root main')
    assert.equal((await row('ann@example.com'))?.[3], 'main/oslo,other/_parent')
    await faults([
      ['user update ann@example.com', 2, /give at least one of --name, --role and --spaces/],
      ['user update ann@example.com --role king', 2, /--role must be one of owner, admin/],
      ['user update ann@example.com --role admin --spaces oslo', 2, /admin may use all spaces/],
      ['user update owner@example.com --spaces oslo', 2, /owner may use all spaces/],
      ['user update ann@example.com --spaces oslo', 2, /several root spaces .*--root/],
      [
        'user update ann@example.com --root main --spaces osl,tokyo,other/x',
        1,
        /spaces\[0\]: there is no such space\n.*spaces\[2\]: there is no such space/,
      ],
      ['user update bob@example.com --role viewer', 1, /there is no account bob@example\.com/],
      ['user update owner@example.com --role admin', 1, /needs at least one owner/],
      [`user update ann@example.com --name ${'a'.repeat(201)}`, 1, /at most 200 characters/],
      ['user remove owner@example.com', 1, /needs at least one owner/],
      ['user remove bob@example.com', 1, /there is no account bob@example\.com/],
      ['user create --email b@example.com --role owner --spaces oslo', 2, /owner may use all/],
    ])

    await done('user update ann@example.com --role owner')
    assert.deepEqual((await row('ann@example.com'))?.slice(2, 4), ['owner', 'all'])
    await done('user update owner@example.com --role viewer')
    await done('user remove owner@example.com')
    assert.equal(await row('owner@example.com'), undefined)
    const [session] = await store.read((tx) => tx.accounts.sessionsOf(user.id))
    assert.ok(session, 'a change of the role ends no session')
  })

  it('prints links that set a password once', async () => {
    const { done, faults, context, store } = await withOwner()
    const link = /^https:\/\/cms\.example\.com\/invitation#(\S+)\n$/
    const tokenIn = (printed: string) => link.exec(printed)?.[1] ?? assert.fail(printed)
    const invite = 'user invite --email eve@example.com --role viewer --spaces oslo --name Eve'
    const token = tokenIn(await done(invite))
    assert.match(
      await done('user list'),
      /^eve@example\.com +Eve +viewer +main\/oslo +invited +-$/m,
    )
    const first = await acceptInvitation(context, { token, password }, browser)
    assert.match(await done('user list'), /^eve@example\.com .* active /m)
    await assert.rejects(acceptInvitation(context, { token, password }, browser))

    const reset = tokenIn(await done('user reset EVE@example.com'))
    await signIn(context, { email: 'eve@example.com', password }, browser)
    const next = 'another horse'
    await acceptInvitation(context, { token: reset, password: next }, browser)
    await signIn(context, { email: 'eve@example.com', password: next }, browser)
    await assert.rejects(signIn(context, { email: 'eve@example.com', password }, browser))
    const sessions = await store.read((tx) => tx.accounts.sessionsOf(first.user.id))
    assert.equal(sessions.length, 2, 'earlier sessions have ended')

    await faults([
      ['user invite --email eve@example.com --role viewer', 1, /already exists/],
      [
        `user invite --email eve --role viewer --name ${'a'.repeat(201)}`,
        1,
        /email: .*\n.*name: must be text of at most 200 characters/,
      ],
      ['user invite --email a@example.com --role admin --spaces oslo', 2, /admin may use all/],
      ['user invite --role admin', 2, /missing option --email/],
      ['user reset bob@example.com', 1, /there is no account bob@example\.com/],
    ])
  })
})
