import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { isAbandoned, writerName } from './unfinished-files.ts'
import type { LocalFile, Unfinished } from './storage.ts'

/** Enough to detect the type of a file. */
const headSize = 4096

export interface SpooledFile extends LocalFile {
  /** The first bytes of the file. */
  readonly head: Uint8Array
}

/** Temporary storage for uploads until they are checked. */
export interface Spool {
  /** Streams the chunks to a temporary file, calls `use` with it, and removes the file. */
  receive<T>(chunks: AsyncIterable<Uint8Array>, use: (file: SpooledFile) => Promise<T>): Promise<T>
  unfinished(): AsyncIterable<Unfinished>
}

export function createSpool(folder: string): Spool {
  return {
    async receive(chunks, use) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, writerName())
      try {
        return await use(await write(path, chunks))
      } finally {
        await rm(path, { force: true })
      }
    },
    async *unfinished() {
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name)
        if (await isAbandoned(name, path)) yield { name, remove: () => rm(path, { force: true }) }
      }
    },
  }
}

async function write(path: string, chunks: AsyncIterable<Uint8Array>): Promise<SpooledFile> {
  const file = await open(path, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    const head = Buffer.alloc(headSize)
    let bytes = 0
    for await (const chunk of chunks) {
      if (bytes < headSize) head.set(chunk.subarray(0, headSize - bytes), bytes)
      bytes += chunk.length
      hash.update(chunk)
      await writeAll(file, chunk)
    }
    const sha256 = hash.digest('hex')
    return { path, sha256, bytes, head: head.subarray(0, Math.min(bytes, headSize)) }
  } finally {
    await file.close()
  }
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.length;) {
    const { bytesWritten } = await file.write(chunk, done, chunk.length - done)
    done += bytesWritten
  }
}
