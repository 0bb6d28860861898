/** A database of version 13, the last before the baseline, and the responses of that version. */
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { StoreAddress } from '../store/open-store.ts'
import { freshPostgresSchema } from './postgres.ts'
import { runSql } from './raw-sql.ts'

const fixtures = new URL('../store/migrations/fixtures/', import.meta.url)

async function unpacked(name: string): Promise<Buffer> {
  return brotliDecompressSync(await readFile(new URL(name, fixtures)))
}

/** Creates a separate copy, on the server of this address. */
export async function version13Database({ database }: StoreAddress): Promise<StoreAddress> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'octavo-test-'))
  if (database === undefined) {
    await writeFile(join(dataFolder, 'octavo.db'), await unpacked('version-13.db.br'))
    return { dataFolder, database }
  }
  const address = { dataFolder, database: await freshPostgresSchema(database) }
  await runSql(address, (await unpacked('version-13.sql.br')).toString())
  return address
}

export interface Version13Record {
  /** By name. */
  keys: Record<string, string>
  /** The bytes of its media, as Base64. */
  files: string[]
  responses: { key: string; path: string; status: number; body: string }[]
}

export async function version13Record(): Promise<Version13Record> {
  return JSON.parse((await unpacked('version-13-responses.json.br')).toString()) as Version13Record
}
