import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, constants } from 'node:zlib'
import { formatTime } from '@octavo/schema/times.ts'
import type { MediaStorage } from '../media/storage.ts'
import type { ReadTransaction, Store, TableRow } from '../store/store.ts'
import { version } from '../version.ts'
import {
  formatVersion,
  headerName,
  manifestName,
  partSums,
  type BackupHeader,
  type BackupManifest,
  type PartSums,
} from './backup-format.ts'
import { writeTar, type TarEntry, type TarFile } from './tar.ts'

const chunkCharacters = 4_000_000
/** Beyond this number, the backup may contain a file twice, which only costs space. */
const deduplicatedFiles = 100_000

export interface BackupContext {
  store: Store
  mediaStorage: MediaStorage
  now(): number
}

export interface BackupRequest {
  path: string
  /** Cancels the backup and removes its file. */
  signal?: AbortSignal
  onProgress?(done: number, total: number): void
  /** Called for media whose file is missing. */
  onMissingFile?(filename: string): void
}

/** Writes a consistent snapshot of all data to one file, atomically. */
export async function writeBackup(context: BackupContext, request: BackupRequest): Promise<void> {
  await requireMissing(request.path)
  // A random name, so that the file of an interrupted backup does not conflict.
  const unfinished = `${request.path}.${randomBytes(4).toString('hex')}.part`
  try {
    await context.store.read((tx) =>
      pipeline(
        Readable.from(writeTar(backupEntries(tx, context, request))),
        createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
        createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
        { signal: request.signal },
      ),
    )
    await requireMissing(request.path)
    await rename(unfinished, request.path)
    await syncFolder(dirname(request.path))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function requireMissing(path: string): Promise<void> {
  const exists = await access(path).then(
    () => true,
    () => false,
  )
  if (exists) throw Object.assign(new Error(`${path} exists`), { code: 'EEXIST', path })
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* backupEntries(
  tx: ReadTransaction,
  { mediaStorage, now }: BackupContext,
  request: BackupRequest,
): AsyncIterable<TarEntry | TarFile> {
  const header: BackupHeader = {
    format: formatVersion,
    octavo: version,
    created_at: formatTime(now()),
  }
  yield { name: headerName, body: jsonOf(header) }
  const sums = partSums()
  const progress = await progressOf(tx, request)
  for (const table of tx.tables.names) yield* tableEntries(tx, table, sums, progress)
  yield* mediaEntries(tx, mediaStorage, sums, progress, request)
  const manifest: BackupManifest = {
    counters: await tx.tables.counters(),
    parts: sums.summaries(),
  }
  yield { name: manifestName, body: jsonOf(manifest) }
}

function jsonOf(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}

async function* tableEntries(
  tx: ReadTransaction,
  table: string,
  sums: PartSums,
  progress: (done: number) => void,
): AsyncIterable<TarEntry> {
  let number = 0
  for await (const { text, count } of chunksOf(tx.tables.scan(table))) {
    const body = Buffer.from(text)
    sums.add(table, body, count)
    number++
    yield { name: `tables/${table}/${String(number).padStart(6, '0')}.ndjson`, body }
    if (table === 'items') progress(count)
  }
}

async function* chunksOf(
  batches: AsyncIterable<TableRow[]>,
): AsyncIterable<{ text: string; count: number }> {
  let lines: string[] = []
  let characters = 0
  for await (const rows of batches) {
    for (const row of rows) {
      const line = `${JSON.stringify(row)}\n`
      lines.push(line)
      characters += line.length
      if (characters < chunkCharacters) continue
      yield { text: lines.join(''), count: lines.length }
      lines = []
      characters = 0
    }
  }
  if (lines.length > 0) yield { text: lines.join(''), count: lines.length }
}

async function* mediaEntries(
  tx: ReadTransaction,
  mediaStorage: MediaStorage,
  sums: PartSums,
  progress: (done: number) => void,
  { onMissingFile }: BackupRequest,
): AsyncIterable<TarFile> {
  const written = new Set<string>()
  for await (const rows of tx.tables.scan('media')) {
    for (const { sha256, filename } of rows) {
      const name = String(sha256)
      progress(1)
      if (written.has(name)) continue
      const size = await mediaStorage.sizeOf(name)
      if (size === undefined) {
        onMissingFile?.(String(filename))
        continue
      }
      if (written.size < deduplicatedFiles) written.add(name)
      // The name is the checksum of the file, so the sum of the names covers both.
      sums.add('media files', Buffer.from(name), 1)
      const chunks: AsyncIterable<Buffer> = await mediaStorage.read(name)
      yield { name: `media/${name}`, size, chunks }
    }
  }
}

async function progressOf(
  tx: ReadTransaction,
  { onProgress }: BackupRequest,
): Promise<(done: number) => void> {
  let total = 0
  for (const { id } of await tx.roots.list()) total += await tx.items.count({ rootId: id })
  let done = 0
  return (more) => {
    done += more
    onProgress?.(done, Math.max(total, done))
  }
}
