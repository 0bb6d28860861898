/** Walks through a backup file and makes sure of every byte of it. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createZstdDecompress } from 'node:zlib'
import { isDeepStrictEqual } from 'node:util'
import type { TableRow } from '../store/store.ts'
import {
  formatVersion,
  headerName,
  manifestName,
  partSums,
  type BackupHeader,
  type BackupManifest,
  type PartSums,
} from './backup-format.ts'
import { readTar, type TarEntry } from './tar.ts'

/** The file is no backup, a damaged one, or one that is too new. Nothing was changed. */
class BadBackup extends Error {
  override name = 'BadBackup'
}

export interface BackupVisitor {
  onRows?(table: string, rows: TableRow[]): Promise<void>
  onFile?(sha256: string, bytes: Buffer): Promise<void>
  onProgress?(bytes: number): void
}

const rowsName = /^tables\/([a-z_]+)\/\d{6,}\.ndjson$/
const fileName = /^media\/([0-9a-f]{64})$/

/** Throws where anything is not as the manifest says, at the latest when all has been visited. */
export async function visitBackup(
  path: string,
  tables: readonly string[],
  visitor: BackupVisitor,
): Promise<BackupManifest> {
  const sums = partSums()
  let isFirst = true
  for await (const entry of entriesOf(path, visitor)) {
    if (isFirst) checkHeader(entry, path)
    else if (entry.name === manifestName) return checkedManifest(entry, sums, path)
    else await visitEntry(entry, tables, sums, visitor, path)
    isFirst = false
  }
  throw new BadBackup(`${path} is damaged: its end is missing. Use another backup.`)
}

/** Errors of the file are told from errors of those who are visited. */
async function* entriesOf(path: string, visitor: BackupVisitor): AsyncIterable<TarEntry> {
  const file = createReadStream(path)
  const unpacked = createZstdDecompress()
  let bytes = 0
  file.on('data', (chunk) => visitor.onProgress?.((bytes += chunk.length)))
  file.on('error', (error) => unpacked.destroy(error))
  file.pipe(unpacked)
  const entries = readTar(unpacked as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  let isFirst = true
  try {
    for (;;) {
      const next = await entries.next().catch((error: unknown) => {
        throw faultOf(error, path, isFirst)
      })
      if (next.done) return
      isFirst = false
      yield next.value
    }
  } finally {
    file.destroy()
    unpacked.destroy()
  }
}

function faultOf(error: unknown, path: string, isFirst: boolean): unknown {
  const isSystem = error instanceof Error && 'syscall' in error
  if (isSystem) return error
  return isFirst
    ? new BadBackup(`${path} is no backup of Octavo, or a damaged one. Check the name.`)
    : new BadBackup(`${path} is damaged. Use another backup.`)
}

function checkHeader({ name, body }: TarEntry, path: string): void {
  const header = name === headerName ? (parsed(body) as BackupHeader | undefined) : undefined
  if (typeof header?.format !== 'number') {
    throw new BadBackup(`${path} is no backup of Octavo. Check the name.`)
  }
  if (header.format > formatVersion) {
    throw new BadBackup(
      `${path} was made by a newer Octavo (${header.octavo}). Update Octavo, then restore it.`,
    )
  }
}

function checkedManifest({ body }: TarEntry, sums: PartSums, path: string): BackupManifest {
  const manifest = parsed(body) as BackupManifest | undefined
  if (manifest && isDeepStrictEqual(manifest.parts, sums.summaries())) return manifest
  throw new BadBackup(`${path} is damaged: its checksums do not fit. Use another backup.`)
}

async function visitEntry(
  { name, body }: TarEntry,
  tables: readonly string[],
  sums: PartSums,
  visitor: BackupVisitor,
  path: string,
): Promise<void> {
  const table = rowsName.exec(name)?.[1]
  if (table !== undefined && tables.includes(table)) {
    const lines = body.toString().split('\n').slice(0, -1)
    sums.add(table, body, lines.length)
    if (!visitor.onRows) return
    await visitor.onRows(
      table,
      lines.map((line) => JSON.parse(line) as TableRow),
    )
    return
  }
  const sha256 = fileName.exec(name)?.[1]
  if (sha256 === undefined || createHash('sha256').update(body).digest('hex') !== sha256) {
    throw new BadBackup(`${path} is damaged: ${name} is not as it should be. Use another backup.`)
  }
  sums.add('media files', Buffer.from(sha256), 1)
  await visitor.onFile?.(sha256, body)
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
