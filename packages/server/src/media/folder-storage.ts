import { createHash } from 'node:crypto'
import { copyFile, link, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeAtomically, isAbandoned } from './unfinished-files.ts'
import { fileNamePattern, MissingFile, type MediaStorage } from './storage.ts'

/** Larger than the default, because each read is a round trip to another thread. */
const chunkSize = 256 * 1024
const unfinishedEnding = '.part'

/** Stores files in subfolders by the start of their names: `ab/abcdef…`. */
export function folderStorage(folder: string): MediaStorage {
  const pathOf = (sha256: string): string => join(folder, sha256.slice(0, 2), sha256)

  async function sizeOf(sha256: string): Promise<number | undefined> {
    return stat(pathOf(sha256)).then(
      ({ size }) => size,
      () => undefined,
    )
  }

  async function* namesIn(): AsyncIterable<{ name: string; path: string }> {
    for (const entry of await foldersIn(folder)) {
      const inner = join(folder, entry)
      for (const name of await readdir(inner)) yield { name, path: join(inner, name) }
    }
  }

  return {
    sizeOf,
    async read(sha256, range) {
      const handle = await open(pathOf(sha256)).catch((error: unknown) => {
        const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
        throw isMissing ? new MissingFile(sha256, { cause: error }) : error
      })
      return handle.createReadStream({ ...range, highWaterMark: chunkSize })
    },
    async add(bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      if ((await sizeOf(sha256)) !== undefined) return sha256
      await storeDurably(pathOf(sha256), (path) =>
        writeFile(path, bytes, { flag: 'wx', mode: 0o600 }),
      )
      return sha256
    },
    async addFile({ path: source, sha256 }) {
      if ((await sizeOf(sha256)) !== undefined) return
      await storeDurably(pathOf(sha256), (path) =>
        // Hard links need support by the file system, and both folders on the same one.
        link(source, path).catch(() => copyFile(source, path)),
      )
    },
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
    async *list() {
      for await (const { name } of namesIn()) if (fileNamePattern.test(name)) yield name
    },
    async *unfinished() {
      for await (const { name, path } of namesIn()) {
        if (!name.endsWith(unfinishedEnding)) continue
        const writer = name.slice(65, -unfinishedEnding.length)
        if (await isAbandoned(writer, path)) yield { name, remove: () => rm(path, { force: true }) }
      }
    },
  }
}

/** Empty if nothing was stored yet. */
async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
}

/** Atomic and durable, also if the machine crashes. */
async function storeDurably(path: string, fill: (path: string) => Promise<void>): Promise<void> {
  const fillAndSync = (unfinished: string): Promise<void> =>
    fill(unfinished).then(() => sync(unfinished))
  await writeAtomically(path, fillAndSync, unfinishedEnding)
  const folder = dirname(path)
  // Windows cannot open folders to sync them.
  if (process.platform === 'win32') return
  await sync(folder)
  await sync(dirname(folder))
}

/** Flushes a file, or the entries of a folder, to disk. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
