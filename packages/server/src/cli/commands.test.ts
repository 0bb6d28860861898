/** Runs every command as typed, on both databases. */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { octavo, placeFlags } from '../testing/octavo.ts'
import { octavoHere, type Outcome } from '../testing/run-here.ts'
import { runSql } from '../testing/raw-sql.ts'
import { onBothDatabases, type TestStore } from '../testing/stores.ts'
import { version } from '../version.ts'
import { commands } from './commands.ts'
import { helpFor } from './help.ts'

const demo = fileURLToPath(new URL('../demo/', import.meta.url))

/** Runs a command that must succeed; returns its stdout. */
async function run({ address }: TestStore, command: string, input?: string): Promise<string> {
  const args = [...command.split(' '), ...placeFlags(address)]
  return printed(command, await octavoHere(args, input === undefined ? {} : { input }))
}

/** The same in a separate process. */
async function runProcess({ address }: TestStore, command: string, input = ''): Promise<string> {
  const args = [...command.split(' '), ...placeFlags(address)]
  return printed(command, await octavo(args, { input }))
}

function printed(command: string, { code, stdout, stderr }: Outcome): string {
  assert.equal(code, 0, `octavo ${command}: ${stderr}`)
  return stdout
}

async function fail({ address }: TestStore, command: string, input = ''): Promise<string> {
  const outcome = await octavoHere([...command.split(' '), ...placeFlags(address)], { input })
  assert.equal(outcome.code, 1, `octavo ${command}: ${outcome.stdout}${outcome.stderr}`)
  return outcome.stderr
}

/** The schema and content of the demo, without its media. */
async function withContent(fresh: () => Promise<TestStore>): Promise<TestStore> {
  const place = await fresh()
  await run(place, `schema apply ${demo}schema.json`)
  await run(place, `content import ${demo}content.ndjson --keep-missing`)
  return place
}

it('prints help for every command and group, with all options', async () => {
  const { stdout } = await octavo(['--help'])
  for (const { name } of commands) assert.ok(stdout.includes(`  ${name} `), name)
  for (const { name, load } of commands) {
    const command = await load()
    const help = helpFor({ name, summary: 'Summary', load }, command)
    for (const option of Object.keys(command.options)) assert.ok(help.includes(`--${option}`))
  }
  const group = await octavoHere(['key', '--help'])
  assert.match(group.stdout, /key create .*\n.*key list .*\n.*key revoke/)
  const one = await octavoHere(['key', 'create', '--help'])
  assert.match(one.stdout, /^Usage: octavo key create \[OPTIONS\]\n/)
  assert.equal((await octavoHere(['--version'])).stdout, `${version}\n`)
  const none = await octavo([])
  assert.deepEqual([none.code, none.stdout], [2, ''])
})

onBothDatabases('commands', (fresh) => {
  it('root: creates and lists root spaces, and --root selects one', async () => {
    const place = await fresh()
    assert.equal(await run(place, 'root list'), 'main\tMain\n')
    await run(place, 'root create tokyo --name Tokyo')
    assert.equal(await run(place, 'root list'), 'main\tMain\ntokyo\tTokyo\n')
    assert.match(await fail(place, 'root create tokyo'), /a root space "tokyo" already exists/)
    assert.match(await fail(place, 'root create Tokyo!'), /LUID: must be/)
    assert.match(await fail(place, 'key list --root osaka'), /Root spaces: main, tokyo\./)
    const { code, stderr } = await octavoHere(['key', 'list', ...placeFlags(place.address)])
    assert.equal(code, 2)
    assert.match(stderr, /several root spaces \(main, tokyo\); choose one with --root/)
    await run(place, 'key create --name a --reads draft --root tokyo')
    assert.equal((await run(place, 'key list --root tokyo')).split('\n').length, 3)
    assert.equal((await run(place, 'key list --root main')).split('\n').length, 2)
  })

  it('creates one root space when several commands run at once on a fresh database', async () => {
    const place = await fresh()
    const created = ['a', 'b', 'c'].map((name) =>
      runProcess(place, `key create --name ${name} --reads draft`),
    )
    assert.equal(new Set(await Promise.all(created)).size, 3)
    assert.equal(await run(place, 'root list'), 'main\tMain\n')
  })

  it('schema: --prune reports what it deletes, with and without --yes', async () => {
    const place = await withContent(fresh)
    const file = join(place.address.dataFolder, 'bare.json')
    await writeFile(file, JSON.stringify({ languages: ['en', 'ja'] }))
    const loss = /model article has 27 items/
    assert.match(await fail(place, `schema apply ${file} --prune`), loss)
    assert.match(await run(place, `schema apply ${file} --prune --yes --dry-run`), loss)
    assert.match(await run(place, `schema apply ${file} --prune --yes`), loss)
    assert.equal(await run(place, 'content export'), '')
  })

  it('content: adds and discards drafts, and removes one language', async () => {
    const place = await withContent(fresh)
    const lines = (await run(place, 'content export')).trim().split('\n')
    const items = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    const item = items.find((one) => one['published'] && one['fields[ja]'] && !one['draft'])
    const id = Number(item?.['id'])
    const now = async (): Promise<Record<string, unknown>> =>
      JSON.parse(
        (await run(place, `content export --after ${id - 1}`)).split('\n', 1)[0] ?? '',
      ) as Record<string, unknown>
    await run(place, `content draft ${id}`)
    assert.ok((await now())['draft'])
    assert.match(await fail(place, `content draft ${id}`), /draft/)
    await run(place, `content discard ${id}`)
    assert.equal((await now())['draft'], undefined)
    assert.match(await fail(place, `content remove ${id} --lang en`), /main language/)
    await run(place, `content remove ${id} --lang ja`)
    const after = await now()
    assert.deepEqual([after['fields'], after['fields[ja]']], [item?.['fields'], undefined])
    assert.match(
      await fail(place, `content remove ${id} --lang ja`),
      /has no data in this language/,
    )
  })

  it('content: schedules and cancels', async () => {
    const place = await withContent(fresh)
    const [first = '{}'] = (await run(place, 'content export')).split('\n', 1)
    const { id } = JSON.parse(first) as { id: number }
    await run(place, `content draft ${id}`)
    const times = '--publish-at 2099-12-01T09:00[Asia/Tokyo] --unpublish-at 2099-12-02T00:00:00Z'
    await run(place, `content schedule ${id} ${times}`)
    const schedules = await place.store.read((tx) => tx.schedules.ofItems([id]))
    assert.deepEqual(
      schedules.map(({ action, dueAt, actor }) => [action, new Date(dueAt).toISOString(), actor]),
      schedules.map((_, index) =>
        index % 2 === 0
          ? ['publish', '2099-12-01T00:00:00.000Z', 'cli']
          : ['unpublish', '2099-12-02T00:00:00.000Z', 'cli'],
      ),
    )
    assert.ok(schedules.length >= 2)
    await run(place, `content unschedule ${id} --lang en`)
    await fail(place, `content unschedule ${id} --lang en`)
    const past = '--publish-at 2020-01-02T00:00:00Z --unpublish-at 2020-01-01T00:00:00Z'
    assert.deepEqual((await fail(place, `content schedule ${id} ${past}`)).trim().split('\n'), [
      'octavo: --publish-at: must be in the future',
      'octavo: --unpublish-at: must be in the future',
      'octavo: --unpublish-at: the time to unpublish must be after the time to publish in each language; cancel or move the other schedule first',
    ])
    assert.match(
      await fail(place, 'content schedule 999999 --publish-at 2099-01-01T00:00:00Z'),
      /there is no item 999999/,
    )
  })

  it('key: creates, lists, disables and revokes keys', async () => {
    const place = await withContent(fresh)
    const key = await run(place, 'key create --name Site --reads published')
    assert.match(key, /^octavo_1_[0-9A-Za-z]{40}\n$/)
    const flags = '--write-media --spaces _parent,tokyo --read-limit 0 --write-limit 5'
    await run(place, `key create --name Other --reads draft ${flags} --expires 2999-01-31`)
    const list = await run(place, 'key list')
    assert.match(list, /1 +Site +octavo_1_\w{4}… +published +- +all +default\/default +- +-\n/)
    assert.match(
      list,
      /2 +Other .* draft +media +_parent,tokyo +none\/5 +2999-01-31T00:00:00.000Z +-\n/,
    )
    assert.ok(!list.includes(key.trim()))
    await run(place, 'key create --name Agent --reads draft --write --no-publish')
    assert.match(await run(place, 'key list'), /3 +Agent .* draft +drafts,media +all/)
    await run(
      place,
      'key update 3 --name Writer --writes contents --publish --spaces tokyo --read-limit 7 --expires 2999-01-31',
    )
    assert.match(
      await run(place, 'key list'),
      /3 +Writer .* draft +contents +tokyo +7\/default +2999-01-31T00:00:00.000Z +-\n/,
    )
    await run(
      place,
      'key update 3 --writes none --spaces all --read-limit default --expires never --media',
    )
    assert.match(
      await run(place, 'key list'),
      /3 +Writer .* draft +- +all +default\/default +- +-\n/,
    )
    const [, , writer] = await place.store.read((tx) => tx.keys.list(1))
    assert.equal(writer?.listsMedia, true)
    for (const [invalid, message] of [
      ['key update 3', /give at least one option/],
      ['key update 3 --writes all', /--writes must be/],
      ['key update 3 --media --no-media', /exclude each other/],
    ] as const) {
      const { code, stderr } = await octavoHere([
        ...invalid.split(' '),
        ...placeFlags(place.address),
      ])
      assert.equal(code, 2)
      assert.match(stderr, message)
    }
    assert.match(await fail(place, 'key update 99 --media'), /there is no key 99/)
    await run(place, 'key disable 1')
    assert.match(await run(place, 'key list'), /1 +Site .* disabled +-\n/)
    await run(place, 'key enable 1')
    await run(place, 'key revoke 1')
    assert.ok(!(await run(place, 'key list')).includes('Site'))
    assert.match(await fail(place, 'key revoke 1'), /there is no key 1/)
    assert.match(
      await fail(place, 'key create --name a --reads draft --spaces tokyo,osaka'),
      /unknown space "osaka"\. Spaces of this root space: _parent, tokyo\./,
    )
  })

  it('token: creates, lists and revokes management tokens', async () => {
    const place = await fresh()
    const token = await run(place, 'token create --name CI --role admin --expires 2099-01-31')
    assert.match(token, /^octavo_token_[\w-]{43}\n$/)
    const [, row = ''] = (await run(place, 'token list')).split('\n')
    assert.ok(!row.includes(token.trim()))
    assert.match(row, /^(\d+) +CI +octavo_token_.{4}… +admin +all +2099-01-31T00:00:00.*Z? +-/)
    const [id = ''] = row.split(' ')
    await run(place, `token revoke ${id}`)
    assert.equal((await run(place, 'token list')).trim().split('\n').length, 1)
    assert.match(await fail(place, `token revoke ${id}`), /no such token/)
  })

  it('usage, quota, space: shows usage, sets quotas and suspends', async () => {
    const place = await fresh()
    await run(place, 'quota set --items 5 --requests 100')
    await run(place, 'quota set --items none')
    await run(place, 'space suspend --reason unpaid')
    assert.match(await run(place, 'usage'), /main +suspended: unpaid +0 +0 +0 +0 of 100\n/)
    await run(place, 'space resume')
    assert.match(await run(place, 'usage'), /main +active +0 +0 +0 +0 of 100\n/)
    assert.match(await fail(place, 'usage --root other'), /unknown root space "other"/)
  })

  it('user: creates accounts with a password from stdin', async () => {
    const place = await fresh()
    const first = 'user create --email Owner@example.com --role owner'
    await runProcess(place, first, 'correct horse\n')
    const again = 'user create --email owner@example.com --role viewer'
    assert.match(
      await fail(place, again, 'correct horse\n'),
      /an account with this email address already exists/,
    )
    assert.match(await fail(place, 'user create --email a@b.example --role viewer'), /no password/)
    const two = (await fail(place, 'user create --email nobody --role viewer', 'short\n')).split(
      '\n',
    )
    assert.deepEqual(two.length, 3, 'every problem on its own line')
  })

  it('content: changes the state of all items or of none', async () => {
    const place = await withContent(fresh)
    const line = async (id: number): Promise<Record<string, unknown>> => {
      const lines = (await run(place, 'content export')).split('\n')
      const found = lines.find((text) => text.includes(`"id":${id},`))
      return JSON.parse(found ?? '{}') as Record<string, unknown>
    }
    await run(place, 'content unpublish 1 2')
    assert.equal((await line(1))['published'], false)
    await run(place, 'content publish 1 --lang ja')
    assert.deepEqual(Object.keys((await line(1))['draft'] as object), ['fields'])
    await run(place, 'content publish 1')
    assert.equal((await line(1))['draft'], undefined)
    const refused = await fail(place, 'content publish 1 2 3')
    assert.match(refused, /item 1 has no draft to publish\n.*item 3 has no draft to publish/)
    assert.equal((await line(2))['published'], false)
    await run(place, 'content archive 1')
    assert.equal(typeof (await line(1))['archived'], 'string')
    await run(place, 'content restore 1')
    await run(place, 'content delete 1 2')
    assert.deepEqual(await line(1), {})
    await run(place, 'content restore 2')
    assert.equal((await line(2))['id'], 2)
    assert.match(await fail(place, 'content delete 1 999'), /there is no item 999/)
    assert.match(
      await fail(place, 'content publish 2 --lang fr'),
      /Languages of this root space: en, ja\./,
    )
  })

  it('content: reports invalid lines, and stops or skips them', async () => {
    const place = await withContent(fresh)
    const file = join(place.address.dataFolder, 'lines')
    const good = { model: 'category', published: false, fields: { name: 'New' } }
    const bad = { model: 'category', colour: 1, fields: { nome: 'x' } }
    await writeFile(file, [good, bad, good].map((line) => JSON.stringify(line)).join('\n'))
    const stopped = await fail(place, `content import ${file}`)
    assert.match(stopped, /line 2: colour: unknown property\nline 2: fields\.nome: no such field\n/)
    assert.match(stopped, /Imported 1 item\.\n.*stopped at line 2.*--from-line 2/)
    const passed = await fail(place, `content import ${file} --continue --from-line 2`)
    assert.match(passed, /Imported 1 item\.\n.*skipped 1 invalid/)
  })

  it('export, import, backup, restore, doctor and reindex work together', async () => {
    const place = await withContent(fresh)
    const exported = await run(place, 'content export')
    const file = join(place.address.dataFolder, 'exported')
    await writeFile(file, exported)
    const other = await fresh()
    await run(other, `schema apply ${demo}schema.json`)
    await run(other, `content import ${file} --keep-missing`)
    assert.equal(await run(other, 'content export'), exported)
    assert.equal(await run(other, 'reindex'), '')
    assert.equal(await run(other, 'doctor'), '')

    await runSql(other.address, 'delete from index_keys where item_id = 3')
    const { code, stdout, stderr } = await octavoHere(['doctor', ...placeFlags(other.address)])
    assert.equal(code, 1)
    assert.match(stdout, /^Item 3: wrong index keys\. Run octavo reindex\.\n$/)
    assert.match(stderr, /found 1 problem\./)
    assert.match(await run(other, 'reindex'), /^Repaired item 3: /)
    assert.equal(await run(other, 'reindex'), '')
    assert.equal(await run(other, 'doctor'), '')

    const backup = join(place.address.dataFolder, 'backup')
    await run(place, `backup ${backup}`)
    assert.ok((await readFile(backup)).length > 1000)
    assert.match(await fail(other, `restore ${backup}`), /--yes/)
    const empty = await fresh()
    await run(empty, `restore ${backup}`)
    assert.equal(await run(empty, 'content export'), exported)
    await run(other, `restore ${backup} --yes`)
    assert.equal(await run(other, 'doctor'), '')
  })
})
