/** Errors print one line, exit with a code other than 0, and change nothing. */
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

async function fails(
  args: string[],
  code: number,
  expected: RegExp | string,
  environment: Record<string, string> = {},
  run = octavoHere,
): Promise<void> {
  const outcome = await run(args, { environment })
  const about = `octavo ${args.join(' ')}: ${JSON.stringify(outcome)}`
  assert.equal(outcome.code, code, about)
  assert.equal(outcome.stdout, '', about)
  const line = outcome.stderr.trimEnd()
  if (typeof expected === 'string') assert.equal(line, expected)
  else assert.match(line, expected, about)
  assert.ok(!line.includes('\n'), about)
}

const usage: [typed: string, expected: string][] = [
  ['kye create', 'octavo: unknown command "kye"; did you mean "key"? See octavo --help.'],
  [
    'key',
    'octavo: key needs a subcommand: create, list, revoke, disable, enable, update. See octavo key --help.',
  ],
  [
    'key crate',
    'octavo: unknown command "key crate"; did you mean "key create"? See octavo key --help.',
  ],
  ['--data x', 'octavo: put the command before its options. See octavo --help.'],
  [
    'key list --dta x',
    'octavo: unknown option --dta; did you mean --data? See octavo key list --help.',
  ],
  ['key list --data', 'octavo: --data needs a value. See octavo key list --help.'],
  ['key list --data ', 'octavo: --data needs a value. See octavo key list --help.'],
  ['start --host ', 'octavo: --host needs a value. See octavo start --help.'],
  [
    'key create --name a --reads draft --read-limit=',
    'octavo: --read-limit needs a value. See octavo key create --help.',
  ],
  [
    'key list --data a --data b',
    'octavo: --data may be given only once. See octavo key list --help.',
  ],
  ['key list extra', 'octavo: unexpected argument "extra". See octavo key list --help.'],
  ['key revoke', 'octavo: missing argument ID. See octavo key revoke --help.'],
  [
    'key revoke seven',
    'octavo: "seven" is not an id; an id is a positive whole number. See octavo key revoke --help.',
  ],
  ['key create --reads draft', 'octavo: missing option --name. See octavo key create --help.'],
  [
    'key create --name a --reads all',
    'octavo: --reads must be one of published, draft, not "all". See octavo key create --help.',
  ],
  ['key create --name a --reads draft --read-limit -1', 'octavo: --read-limit'],
  [
    'key create --name a --reads draft --no-publish',
    'octavo: --no-publish is for keys that write contents',
  ],
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
    'octavo: --expires must be in the future, not 2020-01-01. See octavo key create --help.',
  ],
  [
    'user create --email a@example.com --role king',
    'octavo: --role must be one of owner, admin, editor, writer, viewer, not "king". See octavo user create --help.',
  ],
  [
    'content archive 1 --lang ja',
    'octavo: archive applies to all languages of an item; remove --lang. See octavo content archive --help.',
  ],
  [
    'content schedule 1',
    'octavo: set --publish-at, --unpublish-at or both. See octavo content schedule --help.',
  ],
  [
    'content schedule 1 --publish-at 2026-12-01',
    'octavo: --publish-at must be a time with an offset or a zone, such as 2026-12-01T09:00:00Z',
  ],
  [
    'content schedule 1 --unpublish-at 2026-12-01T09:00[Mars/Olympus]',
    'octavo: --unpublish-at there is no time zone Mars/Olympus',
  ],
  ['content publish', 'octavo: missing argument ID. See octavo content publish --help.'],
  [
    'start --port 99999',
    'octavo: --port must be a port number from 0 to 65535, not "99999". See octavo start --help.',
  ],
  [
    'start --workers 0',
    'octavo: --workers must be a whole number from 1 to 256, not "0". See octavo start --help.',
  ],
  [
    'key list --database mysql://a:secret@b/c',
    'octavo: --database must be a postgres:// URL, not "mysql://…@b/c". See octavo key list --help.',
  ],
  [
    'start --demo --port 4001',
    'octavo: --port and --assets-port must differ, but both are 4001. See octavo start --help.',
  ],
  [
    'schema apply',
    'octavo: missing argument FILE, and there is no octavo.config.ts here. See octavo schema apply --help.',
  ],
]

it('explains an invalid command line and exits with 2', async () => {
  const data = join(folder, 'typed')
  for (const [typed, expected] of usage) {
    const args = typed.split(' ')
    const isPrefix = !expected.endsWith('.')
    await fails(args, 2, isPrefix ? new RegExp(`^${expected}`) : expected, { OCTAVO_DATA: data })
  }
  await assert.rejects(readdir(data), { code: 'ENOENT' }, 'a data folder was created')
})

it('exits the process with that code and writes only to stderr', async () => {
  const data = { OCTAVO_DATA: join(folder, 'process') }
  const wrong = { ...data, OCTAVO_PORT: 'abc' }
  await fails(['kye'], 2, /^octavo: unknown command "kye"/, data, octavo)
  await fails(['start'], 2, /^octavo: OCTAVO_PORT must be a port number/, wrong, octavo)
  await fails(['doctor'], 1, /^octavo: no database at /, data, octavo)
})

it('prefers flags to environment variables, and names the invalid one', async () => {
  const environment = { OCTAVO_PORT: 'abc', OCTAVO_DATA: join(folder, 'env') }
  await fails(
    ['start'],
    2,
    /^octavo: OCTAVO_PORT must be a port number from 0 to 65535, not "abc"/,
    environment,
  )
  await fails(['start', '--port', '-'], 2, /^octavo: --port/, environment)
  const blank = { ...environment, OCTAVO_PORT: ' ' }
  await fails(
    ['start'],
    2,
    /^octavo: OCTAVO_PORT must be a port number from 0 to 65535, not " "/,
    blank,
  )
  const redis = { ...environment, OCTAVO_PORT: '0', REDIS_URL: 'http://a:secret@b' }
  const expected = /^octavo: REDIS_URL must be a redis:\/\/ or rediss:\/\/ URL, not "http:\/\/…@b"/
  await fails(['start'], 2, expected, redis)
})

it('rejects invalid settings of image variants', async () => {
  const rows: [environment: Record<string, string>, expected: RegExp][] = [
    [{ OCTAVO_VARIANTS: 'closed' }, /OCTAVO_VARIANTS must be open, presets or signed/],
    [{ OCTAVO_VARIANTS: 'signed' }, /OCTAVO_VARIANTS=signed needs OCTAVO_VARIANT_SECRET/],
    [
      { OCTAVO_VARIANT_SECRET: 'short' },
      /OCTAVO_VARIANT_SECRET must have at least 32 characters, not "…"/,
    ],
    [
      { OCTAVO_VARIANT_PRESETS: 'width=800,width=9999' },
      /OCTAVO_VARIANT_PRESETS must list .*: width: must be a whole number from 1 to 8192/,
    ],
    [{ OCTAVO_VARIANT_PRESETS: 'thumb' }, /OCTAVO_VARIANT_PRESETS .*"thumb" has no width/],
  ]
  for (const [given, expected] of rows) {
    const environment = { ...given, OCTAVO_DATA: join(folder, 'variants') }
    await fails(['start', '--port', '0'], 2, expected, environment)
  }
})

it('rejects a trusted proxy that is not an IP address or range', async () => {
  const environment = { OCTAVO_DATA: join(folder, 'proxy') }
  for (const wrong of ['varnish', 'true', '10.0.0.0/33', '0.0.0.0/0']) {
    const list = `10.1.2.3,${wrong}`
    const expected = `octavo: OCTAVO_TRUST_PROXY must be a comma-separated list of IP addresses, ranges such as 10.0.0.0/8, or "loopback" ("${wrong}" is invalid), not "${list}". See octavo start --help.`
    await fails(['start'], 2, expected, { ...environment, OCTAVO_TRUST_PROXY: list })
  }
})

it('rejects a cache address without http:// or https://', async () => {
  const environment = { OCTAVO_CDN: 'varnish', OCTAVO_DATA: join(folder, 'cdn') }
  for (const wrong of ['varnish1:8080', 'varnish1', 'http://']) {
    const urls = `http://127.0.0.1:9,${wrong}`
    const expected = `octavo: OCTAVO_CDN_URLS must be an http:// or https:// URL, not "${urls}". See octavo start --help.`
    await fails(['start', '--port', '0'], 2, expected, { ...environment, OCTAVO_CDN_URLS: urls })
  }
})

it('rejects invalid timeouts, rates and host names', async () => {
  const rows: [variable: string, value: string, expected: RegExp][] = [
    ['OCTAVO_HEAD_TIMEOUT', '0', /must be a number of seconds from 1 to 3600, not "0"/],
    ['OCTAVO_FAST_LANE', 'off', /must be 0 or 1, not "off"/],
    ['OCTAVO_STALL_TIMEOUT', '1m', /must be a number of seconds from 1 to 3600, not "1m"/],
    ['OCTAVO_MIN_RATE', '0', /must be a whole number from 1, not "0"/],
    ['OCTAVO_MAX_CONNECTIONS', '-1', /must be a whole number from 1, not "-1"/],
    [
      'OCTAVO_ALLOWED_HOSTS',
      'octavo, http://a',
      /must be a comma-separated list of host names, or \*/,
    ],
  ]
  for (const [variable, value, expected] of rows) {
    const environment = { OCTAVO_DATA: join(folder, 'limits'), [variable]: value }
    await fails(['start', '--port', '0'], 2, expected, environment)
  }
})

it('explains missing and invalid files', async () => {
  const data = ['--data', join(folder, 'files')]
  const text = join(folder, 'text')
  await writeFile(text, 'hello')
  await fails(
    ['schema', 'apply', join(folder, 'none.json'), ...data],
    1,
    /none\.json does not exist/,
  )
  await fails(['content', 'import', join(folder, 'none'), ...data], 1, /none does not exist/)
  await fails(['content', 'import', folder, ...data], 1, /is a folder\. Give the path of a file/)
  await fails(['restore', join(folder, 'none'), ...data], 1, /none does not exist/)
  await fails(['restore', text, ...data], 1, /is not an Octavo backup/)
  // These files are written under a temporary name first, which the message must not show.
  await octavoHere(['key', 'create', '--name', 'a', '--reads', 'draft', ...data])
  const noFolder = /^octavo: folder .*\/nowhere does not exist\. Create it, or choose another\.$/
  await fails(['backup', join(folder, 'nowhere', 'b'), ...data], 1, noFolder)
  await fails(['typegen', '--out', join(folder, 'nowhere', 't.ts'), ...data], 1, noFolder)
})

it('rejects a pipe for a file that is read twice', async () => {
  const data = ['--data', join(folder, 'pipes')]
  const expected =
    'octavo: /dev/stdin is not a regular file. Save the data to a file, and give its path.'
  // On the second read, a pipe is empty: the import would silently do nothing.
  for (const command of [['content', 'import'], ['restore']]) {
    await fails([...command, '/dev/stdin', ...data], 1, expected, {}, octavo)
  }
})

it('prints where to resume an import after a database error', async () => {
  const dataFolder = join(folder, 'ended')
  const data = ['--data', dataFolder]
  const schema = join(folder, 'ended.json')
  await writeFile(schema, '{"languages": ["en"], "models": [{"luid": "note", "fields": []}]}')
  await octavoHere(['schema', 'apply', schema, ...data])
  // Simulates a disk that becomes full.
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
  assert.equal(where, 'Imported all lines before line 501. To resume, add --from-line 501.')
  assert.match(why ?? '', /^octavo: no more room/)
})

it('explains problems with the data folder', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  await fails(
    ['key', 'create', '--name', 'a', '--reads', 'draft', '--data', file],
    1,
    /is not a folder/,
  )
  await fails(
    ['start', '--port', '0', '--assets-port', '0', '--data', '/sys/octavo'],
    1,
    /\/sys\/octavo: (permission denied|read-only file system)/,
  )
  await fails(
    ['start', '--port', '0', '--data', '/proc/octavo'],
    1,
    /\/proc\/octavo does not exist/,
  )
  for (const command of ['content export', 'doctor', 'reindex', `backup ${folder}/b`, 'key list']) {
    const args = [...command.split(' '), '--data', join(folder, 'nowhere')]
    await fails(args, 1, /no database at .*nowhere.octavo\.db\. Check --data/)
  }
})

it('does not report a missing database if it cannot read the folder', async () => {
  // Stands for a folder of another user, which root could read.
  const loop = join(folder, 'loop')
  await symlink(loop, loop)
  await fails(['key', 'list', '--data', loop], 1, /^octavo: ELOOP: .*loop\/octavo\.db/)
})

it('reports a corrupt database and does not change it', async () => {
  const data = await mkdtemp(join(folder, 'damaged-'))
  await writeFile(join(data, 'octavo.db'), 'this is no database'.repeat(500))
  await fails(['key', 'list', '--data', data], 1, /octavo\.db is corrupt or not a database/)
  assert.ok((await readFile(join(data, 'octavo.db'), 'utf8')).startsWith('this is no database'))
})

it('reports a port that is in use before it creates anything', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const data = join(folder, 'port')
  const expected = new RegExp(`^octavo: port ${port} is already in use\\.`)
  await fails(['start', '--demo', '--port', String(port), '--data', data], 1, expected)
  const assets = ['start', '--port', '0', '--assets-port', String(port), '--data', data]
  await fails(assets, 1, expected)
  await fails([...assets, '--workers', '2'], 1, expected, {}, octavo)
  await assert.rejects(readdir(data), { code: 'ENOENT' })
  other.close()
})

it('names --host, not the database, if the host cannot be resolved', async () => {
  const data = ['--data', join(folder, 'host')]
  const expected =
    /^octavo: this machine has no address nowhere\.invalid\. Choose another with --host\.$/
  await fails(['start', '--port', '0', '--host', 'nowhere.invalid', ...data], 1, expected)
})

it('prints stack traces only with OCTAVO_DEBUG', async () => {
  const args = ['schema', 'apply', join(folder, 'none.json'), '--data', join(folder, 'debug')]
  const { stderr } = await octavoHere(args, { environment: { OCTAVO_DEBUG: '1' } })
  assert.match(stderr, /\n\s+at /)
})

onBothDatabases('database errors', (fresh, kind) => {
  it('rejects a newer version and does not change the database', async () => {
    const { address } = await fresh()
    await runSql(address, 'insert into versions (version) values (999)')
    const expected =
      /^octavo: this database has version 999, but this Octavo supports only versions up to \d+\./
    await fails(['key', 'list', ...placeFlags(address)], 1, expected)
    await fails(['start', '--port', '0', '--assets-port', '0', ...placeFlags(address)], 1, expected)
  })

  if (kind === 'sqlite') return

  it('names a database that is unreachable, missing or protected, without its password', async () => {
    const { address } = await fresh()
    const good = new URL(address.database ?? '')
    const closed = new URL(good)
    closed.port = '1'
    await fails(
      ['key', 'list', '--database', closed.href],
      1,
      /cannot connect to the database at 127\.0\.0\.1:1\/\S+ \(ECONNREFUSED\)/,
    )
    const unknown = new URL(good)
    unknown.pathname = '/nowhere'
    await fails(
      ['key', 'list', '--database', unknown.href],
      1,
      /database \S+\/nowhere does not exist\. Create it/,
    )
    const locked = new URL(good)
    locked.password = 'wrong-word'
    const { stderr } = await octavoHere(['key', 'list', '--database', locked.href])
    assert.match(stderr, /rejected the user or password/)
    assert.ok(!stderr.includes('wrong-word'))
  })
})
