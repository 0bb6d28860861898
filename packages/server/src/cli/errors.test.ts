/** What goes wrong is said in one clear line, the exit code is not 0, and nothing has changed. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { octavo, placeFlags } from '../testing/octavo.ts'
import { runSql } from '../testing/raw-sql.ts'
import { octavoHere } from '../testing/run-here.ts'
import { onBothDatabases } from '../testing/stores.ts'

const folder = await mkdtemp(join(tmpdir(), 'octavo-cli-'))
after(() => rm(folder, { recursive: true, force: true }))

async function refuses(
  args: string[],
  code: number,
  said: RegExp | string,
  environment: Record<string, string> = {},
  run = octavoHere,
): Promise<void> {
  const outcome = await run(args, { environment })
  const about = `octavo ${args.join(' ')}: ${JSON.stringify(outcome)}`
  assert.equal(outcome.code, code, about)
  assert.equal(outcome.stdout, '', about)
  const line = outcome.stderr.trimEnd()
  if (typeof said === 'string') assert.equal(line, said)
  else assert.match(line, said, about)
  assert.ok(!line.includes('\n'), about)
}

const usage: [typed: string, said: string][] = [
  ['kye create', 'octavo: there is no command "kye"; did you mean "key"? See octavo --help.'],
  [
    'key',
    'octavo: octavo key needs one of: create, list, revoke, disable, enable. See octavo key --help.',
  ],
  [
    'key crate',
    'octavo: there is no command "key crate"; did you mean "key create"? See octavo key --help.',
  ],
  ['--data x', 'octavo: a command must come before its options. See octavo --help.'],
  [
    'key list --dta x',
    'octavo: there is no option --dta; did you mean --data? See octavo key list --help.',
  ],
  ['key list --data', 'octavo: --data needs a value. See octavo key list --help.'],
  ['key list --data ', 'octavo: --data needs a value. See octavo key list --help.'],
  ['start --host ', 'octavo: --host needs a value. See octavo start --help.'],
  [
    'key create --name a --reads draft --read-limit=',
    'octavo: --read-limit needs a value. See octavo key create --help.',
  ],
  ['key list --data a --data b', 'octavo: --data is given twice. See octavo key list --help.'],
  ['key list extra', 'octavo: "extra" is one argument too many. See octavo key list --help.'],
  ['key revoke', 'octavo: ID is missing. See octavo key revoke --help.'],
  [
    'key revoke seven',
    'octavo: "seven" is not an id: ids are positive whole numbers. See octavo key revoke --help.',
  ],
  ['key create --reads draft', 'octavo: --name is missing. See octavo key create --help.'],
  [
    'key create --name a --reads all',
    'octavo: --reads must be published, draft, not "all". See octavo key create --help.',
  ],
  ['key create --name a --reads draft --read-limit -1', 'octavo: --read-limit'],
  [
    'key create --name a --reads draft --write-limit 1.5',
    'octavo: --write-limit must be a whole number of zero or more, not "1.5". See octavo key create --help.',
  ],
  [
    'key create --name a --reads draft --expires soon',
    'octavo: --expires must be a date such as 2027-01-31, not "soon". See octavo key create --help.',
  ],
  [
    'key create --name a --reads draft --expires 2020-01-01',
    'octavo: --expires must lie in the future, not at 2020-01-01. See octavo key create --help.',
  ],
  [
    'user create --email a@example.com --role king',
    'octavo: --role must be owner, admin, editor, viewer, not "king". See octavo user create --help.',
  ],
  [
    'content archive 1 --lang ja',
    'octavo: archive takes an item with all its languages: leave out --lang. See octavo content archive --help.',
  ],
  ['content publish', 'octavo: ID is missing. See octavo content publish --help.'],
  [
    'start --port 99999',
    'octavo: --port must be a port number, not "99999". See octavo start --help.',
  ],
  [
    'start --workers 0',
    'octavo: --workers must be a whole number from 1 to 256, not "0". See octavo start --help.',
  ],
  [
    'key list --database mysql://a:secret@b/c',
    'octavo: --database must be a postgres:// address, not "mysql://…@b/c". See octavo key list --help.',
  ],
  [
    'start --demo --port 4001',
    'octavo: the API and the assets cannot share port 4001: give --port or --assets-port another. See octavo start --help.',
  ],
  ['schema apply', 'octavo: FILE is missing. See octavo schema apply --help.'],
]

it('says what is wrong with what was typed, with exit code 2', async () => {
  const data = join(folder, 'typed')
  for (const [typed, said] of usage) {
    const args = typed.split(' ')
    const isShort = !said.endsWith('.')
    await refuses(args, 2, isShort ? new RegExp(`^${said}`) : said, { OCTAVO_DATA: data })
  }
  await assert.rejects(readdir(data), { code: 'ENOENT' }, 'a data folder was made')
})

it('ends the process with that code, and writes only to stderr', async () => {
  const data = { OCTAVO_DATA: join(folder, 'process') }
  const wrong = { ...data, OCTAVO_PORT: 'abc' }
  await refuses(['kye'], 2, /^octavo: there is no command "kye"/, data, octavo)
  await refuses(['start'], 2, /^octavo: OCTAVO_PORT must be a port number/, wrong, octavo)
  await refuses(['doctor'], 1, /^octavo: there is no database /, data, octavo)
})

it('lets flags win over variables, and names the one that is wrong', async () => {
  const environment = { OCTAVO_PORT: 'abc', OCTAVO_DATA: join(folder, 'env') }
  await refuses(['start'], 2, /^octavo: OCTAVO_PORT must be a port number, not "abc"/, environment)
  await refuses(['start', '--port', '-'], 2, /^octavo: --port/, environment)
  const blank = { ...environment, OCTAVO_PORT: ' ' }
  await refuses(['start'], 2, /^octavo: OCTAVO_PORT must be a port number, not " "/, blank)
  const redis = { ...environment, OCTAVO_PORT: '0', REDIS_URL: 'http://a:secret@b' }
  const said = /^octavo: REDIS_URL must be a redis:\/\/ or rediss:\/\/ address, not "http:\/\/…@b"/
  await refuses(['start'], 2, said, redis)
})

it('settings of variants that make no sense', async () => {
  const rows: [environment: Record<string, string>, said: RegExp][] = [
    [{ OCTAVO_VARIANTS: 'closed' }, /OCTAVO_VARIANTS must be open, presets or signed/],
    [{ OCTAVO_VARIANTS: 'signed' }, /OCTAVO_VARIANTS=signed needs OCTAVO_VARIANT_SECRET/],
    [{ OCTAVO_VARIANT_SECRET: 'short' }, /OCTAVO_VARIANT_SECRET must have 32 .* not "…"/],
    [
      { OCTAVO_VARIANT_PRESETS: 'width=800,width=9999' },
      /OCTAVO_VARIANT_PRESETS must list .*: width: must be a whole number from 1 to 8192/,
    ],
    [{ OCTAVO_VARIANT_PRESETS: 'thumb' }, /OCTAVO_VARIANT_PRESETS .*"thumb" names no width/],
  ]
  for (const [given, said] of rows) {
    const environment = { ...given, OCTAVO_DATA: join(folder, 'variants') }
    await refuses(['start', '--port', '0'], 2, said, environment)
  }
})

it('trusts no proxy that it cannot name by its address', async () => {
  const environment = { OCTAVO_DATA: join(folder, 'proxy') }
  for (const wrong of ['varnish', 'true', '10.0.0.0/33', '0.0.0.0/0']) {
    const list = `10.1.2.3,${wrong}`
    const said = `octavo: OCTAVO_TRUST_PROXY must be IP addresses, ranges such as 10.0.0.0/8 or "loopback", separated by commas ("${wrong}" is none of these), not "${list}". See octavo start --help.`
    await refuses(['start'], 2, said, { ...environment, OCTAVO_TRUST_PROXY: list })
  }
})

it('takes no address of a cache that it could not reach', async () => {
  const environment = { OCTAVO_CDN: 'varnish', OCTAVO_DATA: join(folder, 'cdn') }
  for (const wrong of ['varnish1:8080', 'varnish1', 'http://']) {
    const urls = `http://127.0.0.1:9,${wrong}`
    const said = `octavo: OCTAVO_CDN_URLS must be an http:// or https:// address, not "${urls}". See octavo start --help.`
    await refuses(['start', '--port', '0'], 2, said, { ...environment, OCTAVO_CDN_URLS: urls })
  }
})

it('takes no timeouts, rates and host names that make no sense', async () => {
  const rows: [variable: string, value: string, said: RegExp][] = [
    ['OCTAVO_HEAD_TIMEOUT', '0', /must be seconds, from 1 to 3600, not "0"/],
    ['OCTAVO_FAST_LANE', 'off', /must be 0 or 1, not "off"/],
    ['OCTAVO_STALL_TIMEOUT', '1m', /must be seconds, from 1 to 3600, not "1m"/],
    ['OCTAVO_MIN_RATE', '0', /must be a whole number from 1, not "0"/],
    ['OCTAVO_MAX_CONNECTIONS', '-1', /must be a whole number from 1, not "-1"/],
    ['OCTAVO_ALLOWED_HOSTS', 'octavo, http://a', /must be host names, separated by commas, or \*/],
  ]
  for (const [variable, value, said] of rows) {
    const environment = { OCTAVO_DATA: join(folder, 'limits'), [variable]: value }
    await refuses(['start', '--port', '0'], 2, said, environment)
  }
})

it('says what is wrong with files', async () => {
  const data = ['--data', join(folder, 'files')]
  const text = join(folder, 'text')
  await writeFile(text, 'hello')
  await refuses(
    ['schema', 'apply', join(folder, 'none.json'), ...data],
    1,
    /there is no .*none\.json/,
  )
  await refuses(['content', 'import', join(folder, 'none'), ...data], 1, /there is no .*none/)
  await refuses(['content', 'import', folder, ...data], 1, /is a folder, not a file/)
  await refuses(['restore', join(folder, 'none'), ...data], 1, /there is no .*none/)
  await refuses(['restore', text, ...data], 1, /is no backup of Octavo/)
  // Written beside first, under names that say nothing to anybody.
  await octavoHere(['key', 'create', '--name', 'a', '--reads', 'draft', ...data])
  const noFolder = /^octavo: there is no folder .*\/nowhere\. Make it, or choose another\.$/
  await refuses(['backup', join(folder, 'nowhere', 'b'), ...data], 1, noFolder)
  await refuses(['typegen', '--out', join(folder, 'nowhere', 't.ts'), ...data], 1, noFolder)
})

it('takes no pipe for a file that it must read twice', async () => {
  const data = ['--data', join(folder, 'pipes')]
  const said =
    'octavo: /dev/stdin can be read only once. Save what it brings to a file, and name that.'
  // Read twice, a pipe would be a file without lines: nothing imported, and no word about it.
  for (const command of [['content', 'import'], ['restore']]) {
    await refuses([...command, '/dev/stdin', ...data], 1, said, {}, octavo)
  }
})

it('says where to go on with an import that the database ended', async () => {
  const dataFolder = join(folder, 'ended')
  const data = ['--data', dataFolder]
  const schema = join(folder, 'ended.json')
  await writeFile(schema, '{"languages": ["en"], "models": [{"luid": "note", "fields": []}]}')
  await octavoHere(['schema', 'apply', schema, ...data])
  // Stands for a disk that becomes full.
  await runSql(
    { dataFolder, database: undefined },
    `create trigger full before insert on items when new.id > 500
      begin select raise(abort, 'no more room'); end`,
  )
  const lines = join(folder, 'ended.ndjson')
  await writeFile(lines, '{"model": "note", "fields": {}}\n'.repeat(600))
  const { code, stderr } = await octavoHere(['content', 'import', lines, ...data])
  assert.equal(code, 1)
  const [where, why] = stderr.split('\n')
  assert.equal(where, 'The lines before line 501 are imported: go on with --from-line 501.')
  assert.match(why ?? '', /^octavo: no more room/)
})

it('says what is wrong with the data folder', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  await refuses(
    ['key', 'create', '--name', 'a', '--reads', 'draft', '--data', file],
    1,
    /is not a folder/,
  )
  await refuses(
    ['start', '--port', '0', '--assets-port', '0', '--data', '/sys/octavo'],
    1,
    /\/sys\/octavo (may not be read or written|is on a read-only disk)/,
  )
  await refuses(['start', '--port', '0', '--data', '/proc/octavo'], 1, /there is no \/proc\/octavo/)
  for (const command of ['content export', 'doctor', 'reindex', `backup ${folder}/b`, 'key list']) {
    const args = [...command.split(' '), '--data', join(folder, 'nowhere')]
    await refuses(args, 1, /there is no database .*nowhere.octavo\.db\. Check --data/)
  }
})

it('takes no folder that it cannot look into for one without a database', async () => {
  // As one that belongs to another account; that would be no hindrance to root.
  const loop = join(folder, 'loop')
  await symlink(loop, loop)
  await refuses(['key', 'list', '--data', loop], 1, /^octavo: ELOOP: .*loop\/octavo\.db/)
})

it('says that a database is damaged, and leaves it alone', async () => {
  const data = await mkdtemp(join(folder, 'damaged-'))
  await writeFile(join(data, 'octavo.db'), 'this is no database'.repeat(500))
  await refuses(['key', 'list', '--data', data], 1, /octavo\.db is damaged or no database/)
  assert.ok((await readFile(join(data, 'octavo.db'), 'utf8')).startsWith('this is no database'))
})

it('says that a port is taken, before it makes anything', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const data = join(folder, 'port')
  const said = new RegExp(`^octavo: port ${port} is taken\\.`)
  await refuses(['start', '--demo', '--port', String(port), '--data', data], 1, said)
  const assets = ['start', '--port', '0', '--assets-port', String(port), '--data', data]
  await refuses(assets, 1, said)
  await refuses([...assets, '--workers', '2'], 1, said, {}, octavo)
  await assert.rejects(readdir(data), { code: 'ENOENT' })
  other.close()
})

it('blames no database for a host that nobody knows', async () => {
  const data = ['--data', join(folder, 'host')]
  const said =
    /^octavo: this machine has no address nowhere\.invalid\. Choose another with --host\.$/
  await refuses(['start', '--port', '0', '--host', 'nowhere.invalid', ...data], 1, said)
})

it('shows where an error comes from only when asked', async () => {
  const args = ['schema', 'apply', join(folder, 'none.json'), '--data', join(folder, 'debug')]
  const { stderr } = await octavoHere(args, { environment: { OCTAVO_DEBUG: '1' } })
  assert.match(stderr, /\n\s+at /)
})

onBothDatabases('a database', (fresh, kind) => {
  it('of a newer version is refused and stays as it is', async () => {
    const { address } = await fresh()
    await runSql(address, 'insert into versions (version) values (999)')
    const said = /^octavo: this database has version 999, but this Octavo knows only up to \d+\./
    await refuses(['key', 'list', ...placeFlags(address)], 1, said)
    await refuses(['start', '--port', '0', '--assets-port', '0', ...placeFlags(address)], 1, said)
  })

  if (kind === 'sqlite') return

  it('that is out of reach, unknown or locked is named without its password', async () => {
    const { address } = await fresh()
    const good = new URL(address.database ?? '')
    const closed = new URL(good)
    closed.port = '1'
    await refuses(
      ['key', 'list', '--database', closed.href],
      1,
      /127\.0\.0\.1:1\/\S+ is out of reach \(ECONNREFUSED\)/,
    )
    const unknown = new URL(good)
    unknown.pathname = '/nowhere'
    await refuses(
      ['key', 'list', '--database', unknown.href],
      1,
      /there is no database \S+\/nowhere\. Create it/,
    )
    const locked = new URL(good)
    locked.password = 'wrong-word'
    const { stderr } = await octavoHere(['key', 'list', '--database', locked.href])
    assert.match(stderr, /refuses this user or password/)
    assert.ok(!stderr.includes('wrong-word'))
  })
})
