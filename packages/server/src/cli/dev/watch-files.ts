/** Notices changes of files by their content. Editors replace files, so that their folders are watched. */
import { readFileSync, watch, type FSWatcher } from 'node:fs'
import { dirname } from 'node:path'

/** A save often causes several events. */
const settleTime = 50

export interface FileWatch {
  /** Watches these files from now on, and no others. */
  follow(files: readonly string[]): void
  close(): void
}

export function watchFiles(onChange: () => void): FileWatch {
  const watchers = new Map<string, FSWatcher>()
  let known = new Map<string, string | undefined>()
  let timer: NodeJS.Timeout | undefined

  function compare(): void {
    const now = new Map([...known.keys()].map((path) => [path, textIn(path)]))
    const isSame = [...now].every(([path, text]) => known.get(path) === text)
    known = now
    if (!isSame) onChange()
  }

  function noteEvent(): void {
    clearTimeout(timer)
    timer = setTimeout(compare, settleTime)
  }

  function watchFolder(folder: string): void {
    try {
      const watcher = watch(folder, noteEvent)
      watcher.on('error', () => watchers.delete(folder))
      watchers.set(folder, watcher)
    } catch {
      // The folder of a file that cannot be found: creating it changes its importer, too.
    }
  }

  return {
    follow(files) {
      // Earlier file states are kept, so that a change in the meantime is detected.
      known = new Map(files.map((path) => [path, known.has(path) ? known.get(path) : textIn(path)]))
      const folders = new Set(files.map((path) => dirname(path)))
      for (const [folder, watcher] of watchers) {
        if (folders.has(folder)) continue
        watcher.close()
        watchers.delete(folder)
      }
      for (const folder of folders) if (!watchers.has(folder)) watchFolder(folder)
      noteEvent()
    },
    close() {
      clearTimeout(timer)
      for (const watcher of watchers.values()) watcher.close()
    },
  }
}

function textIn(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
