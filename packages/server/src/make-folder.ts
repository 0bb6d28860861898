import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those that it lies in. Node's own recursive way never returns where the system
 * says that a parent is missing although it is there, as in /proc.
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process may have made it in between.
    if (!isFolder(path)) throw error
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
