/**
 * The name of an unfinished file contains its writer. Another process can therefore distinguish files of a
 * process that died from files that are being written.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname } from 'node:path'

const host =
  hostname()
    .replaceAll(/[^\w-]/g, '_')
    .slice(0, 60) || 'host'
const ownNames = new Set<string>()
/** For processes on other machines, which cannot be checked: no write takes this long. */
const longestWrite = 24 * 60 * 60 * 1000

/** A new name for a file of this process: `host.process.random`. */
export function writerName(): string {
  const name = `${host}.${process.pid}.${randomUUID()}`
  ownNames.add(name)
  // Process ids are reused: names of an earlier process with the same id are not in the set.
  if (ownNames.size > 10_000) ownNames.delete(ownNames.values().next().value ?? '')
  return name
}

/** Writes to a temporary name with this ending, then renames the file. */
export async function writeAtomically(
  path: string,
  fill: (unfinished: string) => Promise<void>,
  ending = '',
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const unfinished = `${path}.${writerName()}${ending}`
  try {
    await fill(unfinished)
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

export async function isAbandoned(writer: string, path: string): Promise<boolean> {
  const [writerHost, pid = ''] = writer.split('.')
  if (writerHost === host && /^\d+$/.test(pid)) {
    if (Number(pid) === process.pid) return !ownNames.has(writer)
    if (!isAlive(Number(pid))) return true
  }
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
  return Date.now() - mtimeMs > longestWrite
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
