import { say } from '@octavo/schema/problems.ts'
import { checkDistinct, readLuid, readName, type Checking, type Entry } from './reading.ts'
import type { FileNames } from './schema-file.ts'

export function readNames(entry: Entry, path: string, checking: Checking): FileNames | undefined {
  const luid = readLuid(entry.luid, `${path}.luid`, checking)
  const was = entry.was === undefined ? undefined : readLuid(entry.was, `${path}.was`, checking)
  const name = readName(entry.name, `${path}.name`, luid ?? '', checking)
  if (luid === undefined) return undefined
  return { luid, was: was ?? null, name }
}

/**
 * Renames must mean the same on every run. Two things that swap names do not: nothing would tell
 * the state before from the state after.
 */
export function checkRenames(
  read: readonly { names: FileNames; path: string }[],
  noun: string,
  checking: Checking,
): void {
  const renamed = read.flatMap(({ names, path }) =>
    names.was === null ? [] : [{ name: names.was, luid: names.luid, path: `${path}.was` }],
  )
  checkDistinct(renamed, `rename of the ${noun}`, checking)
  const wasOf = new Map(renamed.map(({ luid, name }) => [luid, name]))
  for (const { luid, name, path } of renamed) {
    if (luid === name) checking.problem(path, say('sameLuid'))
    else if (isInCircle(luid, wasOf)) {
      checking.problem(path, say('circleRename', { from: luid, to: name }))
    }
  }
}

function isInCircle(luid: string, wasOf: ReadonlyMap<string, string>): boolean {
  const seen = new Set<string>()
  for (let name = wasOf.get(luid); name !== undefined; name = wasOf.get(name)) {
    if (name === luid) return true
    if (seen.has(name)) return false
    seen.add(name)
  }
  return false
}
