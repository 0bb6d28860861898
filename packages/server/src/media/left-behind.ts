/**
 * Unfinished files carry the name of their writer, so that the next process can tell those of a
 * writer that died from those that are being written.
 */
import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { hostname } from 'node:os'

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
