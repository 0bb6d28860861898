import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs'

const ownerOnly = 0o600

/**
 * Creates a database file that only its owner can read, before SQLite creates one with the default mode.
 * SQLite gives its auxiliary files the same mode. Files of older versions lose the permissions of other
 * users.
 */
export function createPrivateFile(path: string): void {
  // Closing a file releases all locks of this process on it, so an existing file is not opened.
  if (!existsSync(path)) closeSync(openSync(path, 'a', ownerOnly))
  for (const file of [path, `${path}-wal`, `${path}-shm`]) tighten(file)
}

/** Skips files of another owner, who decides who can read them. */
function tighten(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  const isOurs = found?.uid === process.getuid?.()
  if (!found || !isOurs || (found.mode & 0o077) === 0) return
  chmodSync(path, ownerOnly)
}
