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
import { readTar, type TarEntry } from './tar.ts'

/** The file is not a backup, is damaged or is too new. Nothing was changed. */
export class BadBackup extends Error {
  override name = 'BadBackup'
}

export interface BackupVisitor {
  /** Temporary storage for the check of rows. */
  scratch: Scratch
  onRows?(table: string, rows: TableRow[]): Promise<void>
  onFile?(sha256: string, bytes: Buffer): Promise<void>
  onProgress?(bytes: number): void
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
  for await (const entry of entriesOf(path, visitor)) {
    if (isFirst) checkHeader(entry, path)
    else if (entry.name === manifestName) {
      const manifest = checkedManifest(entry, sums, path)
      // A checksum error takes precedence over errors in rows.
      if (visiting.fault) throw visiting.fault
      return manifest
    } else await visitEntry(entry, visiting)
    isFirst = false
  }
  throw new BadBackup(`${path} is damaged: its end is missing. Use another backup.`)
}

/** Separates errors of the file from errors of the visitor. */
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

async function visitEntry({ name, body }: TarEntry, visiting: Visiting): Promise<void> {
  const { path, tables, sums, visitor } = visiting
  const table = rowsName.exec(name)?.[1]
  if (table !== undefined && tables.includes(table)) {
    const rows = rowsIn(table, { name, body }, visiting)
    if (!visiting.fault) await visitor.onRows?.(table, rows)
    return
  }
  const sha256 = fileName.exec(name)?.[1]
  if (sha256 === undefined || createHash('sha256').update(body).digest('hex') !== sha256) {
    throw new BadBackup(`${path} is damaged: ${name} is invalid. Use another backup.`)
  }
  sums.add('media files', Buffer.from(sha256), 1)
  await visitor.onFile?.(sha256, body)
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
