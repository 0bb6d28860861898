import { AgedMap } from '../store/cache/aged-map.ts'

/** Files that were served lately, in memory. They are named by what they hold, so none is ever stale. */
export interface HotFiles {
  get(name: string): Buffer | undefined
  put(name: string, bytes: Buffer): void
}

/** Larger files are read from disk in pieces. */
export const largestHotFile = 4 * 1024 * 1024

export function hotFiles(maxBytes: number): HotFiles {
  const files = new AgedMap<string, Buffer>()
  let total = 0
  return {
    get: (name) => files.renew(name),
    put(name, bytes) {
      if (bytes.length > largestHotFile || files.get(name)) return
      files.set(name, bytes)
      total += bytes.length
      while (total > maxBytes && files.oldest) {
        total -= files.delete(files.oldest.key)?.length ?? 0
      }
    },
  }
}
