/** Files that were served lately, in memory. They are named by what they hold, so none is ever stale. */
export interface HotFiles {
  get(name: string): Buffer | undefined
  put(name: string, bytes: Buffer): void
  drop(name: string): void
}

/** Larger files are read from disk in pieces. */
export const largestHotFile = 4 * 1024 * 1024

export function hotFiles(maxBytes: number): HotFiles {
  const files = new Map<string, Buffer>()
  let total = 0

  function drop(name: string): void {
    total -= files.get(name)?.length ?? 0
    files.delete(name)
  }

  return {
    drop,
    get(name) {
      const bytes = files.get(name)
      if (!bytes) return undefined
      files.delete(name)
      files.set(name, bytes)
      return bytes
    },
    put(name, bytes) {
      if (bytes.length > largestHotFile || files.has(name)) return
      files.set(name, bytes)
      total += bytes.length
      for (const oldest of files.keys()) {
        if (total <= maxBytes) return
        drop(oldest)
      }
    },
  }
}
