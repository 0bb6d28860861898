import { readFileSync } from 'node:fs'

const limitLine = /^Max open files\s+(\d+)/m
/** Used if the system does not report a limit. */
const defaultLimit = 4096

/** How many files and connections this process may have open at once. */
export function openFileLimit(read: () => string = readLimits): number {
  const [, limit = defaultLimit] = limitLine.exec(read()) ?? []
  return Number(limit)
}

/** This file exists only on Linux. */
function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
