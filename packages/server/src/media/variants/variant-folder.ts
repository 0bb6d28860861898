/**
 * Variants on disk, within a bound, those used longest ago going first. When a file was used is its
 * time of change, so that processes share the folder without knowing of each other.
 */
import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { boundedMap } from '../../store/cache/aged-map.ts'
import { appear, isLeftBehind } from '../left-behind.ts'

export interface VariantFolder {
  read(name: string): Promise<Buffer | undefined>
  /** Says that it was used, now and then. */
  touch(name: string): void
  write(name: string, bytes: Uint8Array): Promise<void>
}

/** Room on disk for images that were transformed. */
export interface VariantRoom {
  readonly folder: string
  readonly maxBytes: number
  /** How many processes write there. */
  readonly processes: number
}

const touchInterval = 10 * 60 * 1000
const rememberedTouches = 10_000

export function variantFolder(options: VariantRoom & { now(): number }): VariantFolder {
  const { folder, maxBytes, processes, now } = options
  // Between two looks at the folder, all processes together stay within the room that one makes.
  const aim = maxBytes * 0.8
  const step = (maxBytes * 0.1) / processes
  const largest = step / 2
  const touches = boundedMap<string, number>(rememberedTouches)
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
    // One that has just gone is made again when it is asked for.
    utimes(pathOf(name), seconds, seconds).catch(() => {})
  }

  async function trim(): Promise<void> {
    const files = await filesIn(folder)
    let total = files.reduce((sum, { size }) => sum + size, 0)
    for (const { path, size } of files.toSorted((a, b) => a.usedAt - b.usedAt)) {
      if (total <= aim) break
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
      await appear(pathOf(name), async (unfinished) => {
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

/** All that is there; what a process that died left unfinished is taken away. */
async function filesIn(folder: string): Promise<VariantFile[]> {
  const found: VariantFile[] = []
  for (const inner of await readdir(folder).catch(() => [])) {
    for (const name of await readdir(join(folder, inner)).catch(() => [])) {
      const path = join(folder, inner, name)
      const info = await stat(path).catch(() => undefined)
      if (!info) continue
      if (name.length === 64) found.push({ path, size: info.size, usedAt: info.mtimeMs })
      else if (await isLeftBehind(name.slice(65), path)) await rm(path, { force: true })
    }
  }
  return found
}
