/**
 * A backup is a tar file, compressed with Zstandard: `octavo-backup.json` is the header,
 * `tables/<name>/<n>.ndjson` contain the rows, `media/<sha256>` are the files, and `manifest.json` at the
 * end contains the checksums.
 */
import { createHash, type Hash } from 'node:crypto'
import { z } from 'zod'
import { largestId } from '../fields/stored-shapes.ts'
import { idKinds } from '../store/store.ts'

/** Increase it when an older Octavo cannot restore the file, for example after a change of the tables. */
export const formatVersion = 2

export const headerName = 'octavo-backup.json'
export const manifestName = 'manifest.json'

export interface BackupHeader {
  format: number
  octavo: string
  created_at: string
}

export const manifestShape = z.object({
  /** Backups of earlier versions have fewer. */
  counters: z.partialRecord(z.enum(idKinds), z.int().min(0).max(largestId)),
  /** By table name, and `media` for all files together. `count` is the number of rows or files. */
  parts: z.record(z.string(), z.object({ count: z.int(), bytes: z.int(), sha256: z.string() })),
})

export type BackupManifest = z.infer<typeof manifestShape>

export type PartSums = ReturnType<typeof partSums>

/** Computes counts and checksums of the parts, while writing and while checking. */
export function partSums() {
  const sums = new Map<string, { count: number; bytes: number; hash: Hash }>()
  return {
    add(part: string, body: Buffer, count: number): void {
      const sum = sums.get(part) ?? { count: 0, bytes: 0, hash: createHash('sha256') }
      sum.count += count
      sum.bytes += body.length
      sum.hash.update(body)
      sums.set(part, sum)
    },
    summaries: (): BackupManifest['parts'] =>
      Object.fromEntries(
        Array.from(sums, ([part, { count, bytes, hash }]) => [
          part,
          { count, bytes, sha256: hash.copy().digest('hex') },
        ]),
      ),
  }
}
