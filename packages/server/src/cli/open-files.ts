import { readFileSync } from 'node:fs'

const limitLine = /^Max open files\s+(\d+)/m
/** Where the system does not say. */
const usualLimit = 4096

/** How many files and connections this process may have open at once. */
export function openFileLimit(read: () => string = readLimits): number {
  const [, limit = usualLimit] = limitLine.exec(read()) ?? []
  return Number(limit)
}

/** Only Linux has it. */
function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
