import { AgedMap } from '../store/cache/aged-map.ts'

/** Caches recently served files in memory. Names are content hashes, so entries never become stale. */
export interface FileCache {
  get(name: string): Buffer | undefined
  put(name: string, bytes: Buffer): void
}

/** Larger files are streamed from disk. */
export const largestCachedFile = 4 * 1024 * 1024

export function createFileCache(maxBytes: number): FileCache {
  const files = new AgedMap<string, Buffer>()
  let total = 0
  return {
    get: (name) => files.renew(name),
    put(name, bytes) {
      if (bytes.length > largestCachedFile || files.get(name)) return
      files.set(name, bytes)
      total += bytes.length
      while (total > maxBytes && files.oldest) {
        total -= files.delete(files.oldest.key)?.length ?? 0
      }
    },
  }
}
