/** Reads a backup file and verifies every byte. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createZstdDecompress } from 'node:zlib'
import { isDeepStrictEqual } from 'node:util'
import type { Scratch, TableRow } from '../store/store.ts'
import {
  formatVersion,
  headerName,
  manifestName,
  manifestShape,
  partSums,
  type BackupHeader,
  type BackupManifest,
  type PartSums,
} from './backup-format.ts'
import { createRowCheck, RowFault, type RowCheck } from './check-rows.ts'
import { readTar, wholeEntry, type TarEntry, type TarFile } from './tar.ts'

/** The file is not a backup, is damaged or is too new. Nothing was changed. */
export class BadBackup extends Error {
  override name = 'BadBackup'
}

export interface BackupVisitor {
  /** Temporary storage for the check of rows. */
  scratch: Scratch
  onRows?(table: string, rows: TableRow[]): Promise<void>
  /** Reads the file. Its checksum is verified after that. */
  onFile?(sha256: string, chunks: AsyncIterable<Buffer>): Promise<void>
  onProgress?(bytes: number): void
  /** Maximum size of an entry that is read into memory. Only tests override it. */
  maxEntryBytes?: number
}

const rowsName = /^tables\/([a-z_]+)\/\d{6,}\.ndjson$/
const fileName = /^media\/([0-9a-f]{64})$/

/** Throws if the content does not match the manifest, at the latest at the end. */
export async function visitBackup(
  path: string,
  tables: readonly string[],
  visitor: BackupVisitor,
): Promise<BackupManifest> {
  const sums = partSums()
  const visiting: Visiting = { path, tables, sums, visitor, check: createRowCheck(visitor.scratch) }
  let isFirst = true
  for await (const { file, whole } of entriesOf(path, visitor)) {
    if (isFirst) checkHeader(await whole(), path)
    else if (file.name === manifestName) {
      const manifest = checkedManifest(await whole(), sums, path)
      // A checksum error takes precedence over errors in rows.
      if (visiting.fault) throw visiting.fault
      return manifest
    } else {
      const table = rowsName.exec(file.name)?.[1]
      if (table !== undefined && tables.includes(table))
        await visitRows(table, await whole(), visiting)
      else await visitFile(file, visiting)
    }
    isFirst = false
  }
  throw new BadBackup(`${path} is damaged: its end is missing. Use another backup.`)
}

interface OpenEntry {
  file: TarFile
  /** Reads it into memory. */
  whole(): Promise<TarEntry>
}

/** Separates errors of the file from errors of the visitor. */
async function* entriesOf(path: string, visitor: BackupVisitor): AsyncIterable<OpenEntry> {
  const file = createReadStream(path)
  const unpacked = createZstdDecompress()
  let bytes = 0
  file.on('data', (chunk) => visitor.onProgress?.((bytes += chunk.length)))
  file.on('error', (error) => unpacked.destroy(error))
  file.pipe(unpacked)
  const entries = readTar(unpacked as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  let isFirst = true
  const fail = (error: unknown): never => {
    throw faultOf(error, path, isFirst)
  }
  try {
    for (;;) {
      const next = await entries.next().catch(fail)
      if (next.done) return
      const entry = next.value
      yield {
        file: { ...entry, chunks: withFaults(entry.chunks, fail) },
        whole: () => wholeEntry(entry, visitor.maxEntryBytes).catch(fail),
      }
      isFirst = false
    }
  } finally {
    file.destroy()
    unpacked.destroy()
  }
}

async function* withFaults(
  chunks: AsyncIterable<Buffer>,
  fail: (error: unknown) => never,
): AsyncIterable<Buffer> {
  const iterator = chunks[Symbol.asyncIterator]()
  for (;;) {
    const next: IteratorResult<Buffer, unknown> = await iterator.next().catch(fail)
    if (next.done) return
    yield next.value
  }
}

function faultOf(error: unknown, path: string, isFirst: boolean): unknown {
  const isSystem = error instanceof Error && 'syscall' in error
  if (isSystem) return error
  return isFirst
    ? new BadBackup(`${path} is not an Octavo backup, or it is damaged. Check the path.`)
    : new BadBackup(`${path} is damaged. Use another backup.`)
}

function checkHeader({ name, body }: TarEntry, path: string): void {
  const header = name === headerName ? (parsed(body) as BackupHeader | undefined) : undefined
  if (typeof header?.format !== 'number') {
    throw new BadBackup(`${path} is not an Octavo backup. Check the path.`)
  }
  if (header.format > formatVersion) {
    throw new BadBackup(
      `${path} was created by a newer Octavo (${header.octavo}). Update Octavo and try again.`,
    )
  }
}

function checkedManifest({ body }: TarEntry, sums: PartSums, path: string): BackupManifest {
  const { data: manifest } = manifestShape.safeParse(parsed(body))
  if (!manifest) {
    throw new BadBackup(`${path} is damaged: ${manifestName} is invalid. Use another backup.`)
  }
  if (isDeepStrictEqual(manifest.parts, sums.summaries())) return manifest
  throw new BadBackup(`${path} is damaged: its checksums do not match. Use another backup.`)
}

interface Visiting {
  path: string
  tables: readonly string[]
  sums: PartSums
  visitor: BackupVisitor
  check: RowCheck
  /** The first invalid row. Later rows are not checked. */
  fault?: BadBackup
}

async function visitRows(table: string, entry: TarEntry, visiting: Visiting): Promise<void> {
  const rows = rowsIn(table, entry, visiting)
  if (!visiting.fault) await visiting.visitor.onRows?.(table, rows)
}

async function visitFile({ name, chunks }: TarFile, visiting: Visiting): Promise<void> {
  const { path, sums, visitor } = visiting
  const sha256 = fileName.exec(name)?.[1]
  const damaged = new BadBackup(`${path} is damaged: ${name} is invalid. Use another backup.`)
  if (sha256 === undefined) throw damaged
  const hash = createHash('sha256')
  async function* hashed(): AsyncIterable<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
  if (visitor.onFile) await visitor.onFile(sha256, hashed())
  else for await (const _ of hashed());
  if (hash.digest('hex') !== sha256) throw damaged
  sums.add('media files', Buffer.from(sha256), 1)
}

function rowsIn(table: string, { name, body }: TarEntry, visiting: Visiting): TableRow[] {
  const { path, sums, check } = visiting
  const [end, ...lines] = body.toString().split('\n').toReversed()
  lines.reverse()
  sums.add(table, body, lines.length)
  if (visiting.fault) return []
  const lineOf = (index: number): string => `${name}, line ${index + 1}`
  try {
    const rows = check.rows(table, lines, lineOf)
    if (end === '') return rows
    throw new RowFault(`${lineOf(lines.length)}: is incomplete`)
  } catch (error) {
    if (!(error instanceof RowFault)) throw error
    const message = `cannot restore ${path}: invalid row in table ${table} (${error.message}). Nothing was changed. Use another backup.`
    visiting.fault = new BadBackup(message, { cause: error })
    return []
  }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
