import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder that only its owner can open, and its missing parents. An existing folder keeps its
 * mode: its owner decides who can read it. Node's recursive `mkdir` never returns where the system reports
 * an existing parent as missing, as in /proc.
 */
export function createFolder(path: string, mode = 0o700): void {
  if (isFolder(path)) return
  createFolder(dirname(path), 0o777)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!isFolder(path)) throw error
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
