/**
 * Unfinished files carry the name of their writer, so that the next process can tell those of a
 * writer that died from those that are being written.
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
/** Whether a process on another machine still lives cannot be asked: none writes that long. */
const longestWrite = 24 * 60 * 60 * 1000

/** A new name for something that this process writes: `host.process.random`. */
export function writerName(): string {
  const name = `${host}.${process.pid}.${randomUUID()}`
  ownNames.add(name)
  // Where a process id is used again, names from an earlier life are not among the own ones.
  if (ownNames.size > 10_000) ownNames.delete(ownNames.values().next().value ?? '')
  return name
}

/** Fills a file that appears whole or not at all. Until then it has another name, with this ending. */
export async function appear(
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

export async function isLeftBehind(writer: string, path: string): Promise<boolean> {
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
