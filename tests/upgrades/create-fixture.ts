/** Fills a data folder and a PostgreSQL database by the commands of a release, and records its responses. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  freshPostgresSchema,
  startOwnPostgres,
} from '../../packages/server/src/testing/postgres.ts'
import { filesBelow, type DatabaseKind, type Fixture } from './fixture.ts'
import { dumpDatabase, recordStatements } from './postgres-dump.ts'
import { readSite, type Installation } from './read-site.ts'
import { requests } from './requests.ts'

const site = join(import.meta.dirname, 'site')

/** `program` is the file of the command `octavo` of the release. */
export async function createFixture(program: string, kind: DatabaseKind): Promise<Fixture> {
  const work = await mkdtemp(join(tmpdir(), 'octavo-fixture-'))
  const data = join(work, 'data')
  const postgres = kind === 'postgres' ? await startOwnPostgres() : undefined
  try {
    const url = postgres && (await freshPostgresSchema(postgres.url))
    if (url !== undefined) await recordStatements(url)
    const installation = { program, environment: environmentOf(data, url) }
    const keys = await fillSite(installation)
    const read = await readSite(installation, keys, requests)
    const backup = join(work, 'site.backup')
    await run(installation, 'backup', backup)
    return {
      files: await filesBelow(data),
      sql: url === undefined ? null : await dumpDatabase(url),
      backup: await readFile(backup, 'base64'),
      keys,
      ...read,
    }
  } finally {
    await postgres?.stop()
    await rm(work, { recursive: true, force: true })
  }
}

/** The settings of an installation, without those of this machine. */
export function environmentOf(data: string, database?: string): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env
  return {
    PATH,
    HOME,
    OCTAVO_DATA: data,
    ...(database !== undefined && { DATABASE_URL: database }),
  }
}

/** The output of a command that must succeed. It reads the password of a new account from stdin. */
async function run({ program, environment }: Installation, ...words: string[]): Promise<string> {
  const running = promisify(execFile)(process.execPath, [program, ...words], { env: environment })
  running.child.stdin?.end('correct horse battery staple')
  return (await running).stdout.trim()
}

async function fillSite(installation: Installation): Promise<Record<string, string>> {
  const octavo = (...words: string[]): Promise<string> => run(installation, ...words)
  const key = (name: string, ...words: string[]): Promise<string> =>
    octavo('key', 'create', '--name', name, '--read-limit', '0', ...words)
  await octavo('schema', 'apply', join(site, 'schema.json'))
  await octavo('media', 'import', join(site, 'media'), '--alt-from-name')
  await octavo('content', 'import', join(site, 'items.ndjson'))
  await octavo('content', 'delete', '8')
  await octavo('user', 'create', '--email', 'owner@site.test', '--role', 'owner')
  await octavo('token', 'create', '--name', 'deploy', '--role', 'admin')
  const keys = {
    published: await key('published', '--reads', 'published'),
    draft: await key('draft', '--reads', 'draft', '--write', '--write-limit', '0'),
    tokyo: await key('tokyo', '--reads', 'published', '--spaces', 'tokyo'),
    disabled: await key('disabled', '--reads', 'published'),
  }
  // Keys are numbered in the order of their creation.
  await octavo('key', 'disable', String(Object.keys(keys).length))
  return keys
}
