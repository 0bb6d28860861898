/** Unpacks backup files and packs them again after changes, with matching checksums. */
import { readFile } from 'node:fs/promises'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { manifestName, partSums, type BackupManifest } from '../transfer/backup-format.ts'
import { readTar, wholeEntry, writeTar, type TarEntry } from '../transfer/tar.ts'

export async function entriesOf(path: string): Promise<TarEntry[]> {
  const bytes = zstdDecompressSync(await readFile(path))
  return Array.fromAsync(readTar(each([bytes])), (file) => wholeEntry(file))
}

export async function packed(entries: readonly TarEntry[]): Promise<Buffer> {
  return zstdCompressSync(Buffer.concat(await Array.fromAsync(writeTar(each(entries)))))
}

/** Updates the manifest, as an attacker who changes a row would do. */
export function withMatchingSums(entries: readonly TarEntry[]): TarEntry[] {
  const sums = partSums()
  for (const { name, body } of entries) {
    const table = /^tables\/([a-z_]+)\//.exec(name)?.[1]
    if (table !== undefined) sums.add(table, body, body.toString().split('\n').length - 1)
    else if (name.startsWith('media/')) sums.add('media files', Buffer.from(name.slice(6)), 1)
  }
  return entries.map((entry) => {
    if (entry.name !== manifestName) return entry
    const manifest = JSON.parse(entry.body.toString()) as BackupManifest
    return { ...entry, body: Buffer.from(JSON.stringify({ ...manifest, parts: sums.summaries() })) }
  })
}

async function* each<T>(values: readonly T[]): AsyncIterable<T> {
  yield* values
}
