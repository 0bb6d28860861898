/**
 * Stores variants on disk up to a size limit and evicts the least recently used. The modification time of a
 * file is the time of its last use, so that processes can share the folder without coordination.
 */
import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { boundedMap } from '../../store/cache/aged-map.ts'
import { writeAtomically, isAbandoned } from '../unfinished-files.ts'

export interface VariantFolder {
  read(name: string): Promise<Buffer | undefined>
  /** Records a use, at most every ten minutes per variant. */
  touch(name: string): void
  write(name: string, bytes: Uint8Array): Promise<void>
}

/** Disk space for transformed images. */
export interface VariantStorage {
  readonly folder: string
  readonly maxBytes: number
  /** Number of processes that write to the folder. */
  readonly processes: number
}

const touchInterval = 10 * 60 * 1000
const maxTouches = 10_000

export function variantFolder(options: VariantStorage & { now(): number }): VariantFolder {
  const { folder, maxBytes, processes, now } = options
  // Between two trims, all processes together write at most 10 % of the limit.
  const target = maxBytes * 0.8
  const step = (maxBytes * 0.1) / processes
  const largest = step / 2
  const touches = boundedMap<string, number>(maxTouches)
  let written = Infinity
  let trimming: Promise<void> | undefined

  const pathOf = (name: string): string => join(folder, name.slice(0, 2), name)

  function isDue(name: string): boolean {
    const time = now()
    if (time - (touches.get(name) ?? 0) < touchInterval) return false
    touches.set(name, time)
    return true
  }

  function touch(name: string): void {
    if (!isDue(name)) return
    const seconds = now() / 1000
    // If the file was just evicted, the next request creates it again.
    utimes(pathOf(name), seconds, seconds).catch(() => {})
  }

  async function trim(): Promise<void> {
    const files = await filesIn(folder)
    let total = files.reduce((sum, { size }) => sum + size, 0)
    for (const { path, size } of files.toSorted((a, b) => a.usedAt - b.usedAt)) {
      if (total <= target) break
      await rm(path, { force: true })
      total -= size
    }
  }

  return {
    touch,
    async read(name) {
      const bytes = await readFile(pathOf(name)).catch(() => undefined)
      if (bytes) touch(name)
      return bytes
    },
    async write(name, bytes) {
      if (bytes.length > largest) return
      written += bytes.length
      if (written > step) {
        written = bytes.length
        trimming ??= trim().finally(() => (trimming = undefined))
      }
      await trimming
      await writeAtomically(pathOf(name), async (unfinished) => {
        await writeFile(unfinished, bytes, { flag: 'wx', mode: 0o600 })
        const seconds = now() / 1000
        await utimes(unfinished, seconds, seconds)
      })
    },
  }
}

interface VariantFile {
  path: string
  size: number
  usedAt: number
}

/** All variants. Removes unfinished files of processes that died. */
async function filesIn(folder: string): Promise<VariantFile[]> {
  const found: VariantFile[] = []
  for (const inner of await readdir(folder).catch(() => [])) {
    for (const name of await readdir(join(folder, inner)).catch(() => [])) {
      const path = join(folder, inner, name)
      const info = await stat(path).catch(() => undefined)
      if (!info) continue
      if (name.length === 64) found.push({ path, size: info.size, usedAt: info.mtimeMs })
      else if (await isAbandoned(name.slice(65), path)) await rm(path, { force: true })
    }
  }
  return found
}
