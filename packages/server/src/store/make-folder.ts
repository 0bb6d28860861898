import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder that only its owner can open, and those that it lies in. One that is there stays as it is:
 * its owner decides who can read it. Node's own recursive way never returns where the system
 * says that a parent is missing although it is there, as in /proc.
 */
export function makeFolder(path: string, mode = 0o700): void {
  if (isFolder(path)) return
  makeFolder(dirname(path), 0o777)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process may have made it in between.
    if (!isFolder(path)) throw error
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
