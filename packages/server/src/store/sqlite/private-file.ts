import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs'

const ownerOnly = 0o600

/**
 * Makes a database file that only its owner can read, before SQLite makes one that everybody can. SQLite
 * gives what it writes beside it the same mode. Files of an older Octavo lose the rights of others.
 */
export function makePrivateFile(path: string): void {
  // Closing a file releases all locks that this process has on it: one that is there is not opened.
  if (!existsSync(path)) closeSync(openSync(path, 'a', ownerOnly))
  for (const file of [path, `${path}-wal`, `${path}-shm`]) tighten(file)
}

/** Leaves alone what belongs to somebody else: its owner decides who can read it. */
function tighten(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  const isOurs = found?.uid === process.getuid?.()
  if (!found || !isOurs || (found.mode & 0o077) === 0) return
  chmodSync(path, ownerOnly)
}
