import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** Where the bytes of media lie, by the SHA-256 of what they are: the same bytes lie there once. */
export interface MediaStorage {
  /** Keeps the bytes for good and says under which name. */
  add(bytes: Uint8Array): Promise<string>
  /** The bytes, or the part from `start` to `end` (both included). */
  read(sha256: string, range?: { start: number; end: number }): Readable
  has(sha256: string): Promise<boolean>
  /** The names of all that is kept. */
  list(): AsyncIterable<string>
}

/** Files in a folder, spread over subfolders: `ab/abcdef…`. */
export function folderStorage(folder: string): MediaStorage {
  const pathOf = (sha256: string): string => join(folder, sha256.slice(0, 2), sha256)

  async function has(sha256: string): Promise<boolean> {
    return stat(pathOf(sha256)).then(
      () => true,
      () => false,
    )
  }

  return {
    has,
    async *list() {
      for (const entry of await foldersIn(folder)) {
        for (const name of await readdir(join(folder, entry))) if (namePattern.test(name)) yield name
      }
    },
    read: (sha256, range) => createReadStream(pathOf(sha256), range),
    async add(bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      if (await has(sha256)) return sha256
      await writeWhole(pathOf(sha256), bytes)
      return sha256
    },
  }
}

const namePattern = /^[0-9a-f]{64}$/

/** None where nothing was kept yet. */
async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
}

/** The file appears whole or not at all, also when the machine stops in the middle. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true })
  const unfinished = `${path}.${randomUUID()}.part`
  try {
    await writeDurably(unfinished, bytes)
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  await syncFolder(folder)
  await syncFolder(dirname(folder))
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes a new name in a folder durable. Windows cannot open folders, and does without. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
