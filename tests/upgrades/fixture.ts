/** What a release left behind on one database, and what it returned to readers. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import type { RecordedRequest } from './requests.ts'

export interface Fixture {
  /** The data folder: its files as Base64, by path. */
  files: Record<string, string>
  /** The statements that create the PostgreSQL database; null for SQLite. */
  sql: string | null
  /** A backup file, as Base64. */
  backup: string
  /** API keys by name. */
  keys: Record<string, string>
  responses: RecordedResponse[]
  /** Paths on the assets port, with the SHA-256 of the body. */
  assets: Record<string, string>
}

export interface RecordedResponse extends RecordedRequest {
  status: number
  headers: Record<string, string>
  body: string
}

export type DatabaseKind = 'sqlite' | 'postgres'

const folder = join(import.meta.dirname, 'releases')

export function fixtureFolder(release: string): string {
  return join(folder, release)
}

export function recordedReleases(): string[] {
  return readdirSync(folder).toSorted()
}

export function readFixture(release: string, kind: DatabaseKind): Fixture {
  const text = brotliDecompressSync(readFileSync(join(fixtureFolder(release), `${kind}.json.br`)))
  return JSON.parse(text.toString()) as Fixture
}

export async function writeFixture(
  release: string,
  kind: DatabaseKind,
  fixture: Fixture,
): Promise<void> {
  const path = join(fixtureFolder(release), `${kind}.json.br`)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, brotliCompressSync(JSON.stringify(fixture)))
}

export async function filesBelow(root: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files[path.slice(root.length + 1)] = await readFile(path, 'base64')
  }
  return files
}

export async function writeFiles(
  root: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  await mkdir(root, { mode: 0o700 })
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), bytes, 'base64')
  }
}

export function sha256(bytes: ArrayBuffer): string {
  return createHash('sha256').update(Buffer.from(bytes)).digest('hex')
}
