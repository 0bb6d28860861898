/** Matches the entries of a file with existing definitions. */
import { problemAt, type Problem } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { FileNames } from './schema-file.ts'

interface Matches<Thing> {
  /** The definition of each entry by index; undefined for a new one. */
  found: (Thing | undefined)[]
  /** Definitions without an entry, in order. */
  left: Thing[]
}

/**
 * An entry matches the definition with its LUID, or else the one with the LUID in `was`. A LUID that another
 * entry takes over counts as free, so that a → b, b → c works in one run, in any order. After a run every
 * definition has the LUID of its entry, so the next run changes nothing.
 */
export function matchEntries<Entry extends FileNames, Thing extends { luid: string }>(
  entries: readonly Entry[],
  things: readonly Thing[],
  noun: string,
  pathOf: (entry: Entry) => string,
  problems: Problem[],
): Matches<Thing> {
  const current = new Map(things.map((thing) => [thing.luid, thing]))
  const renamed = findRenames(entries, current)
  const takenOver = new Set(renamed.values())
  const named = new Set(entries.map(({ luid }) => luid))
  const found = entries.map((entry) => {
    const before = renamed.get(entry)
    if (before !== undefined) return current.get(before)
    if (takenOver.has(entry.luid)) return undefined
    const { luid, was } = entry
    const isConflict = was !== null && current.has(luid) && current.has(was)
    if (isConflict && !named.has(was) && !takenOver.has(was)) {
      problems.push(
        problemAt(`${pathOf(entry)}.was`, say('tornRename', { what: noun, from: was, to: luid })),
      )
    }
    return current.get(luid)
  })
  const used = new Set(found)
  return { found, left: things.filter((thing) => !used.has(thing)) }
}

/** Old LUIDs by the entry that takes them over. */
function findRenames<Thing>(
  entries: readonly FileNames[],
  current: ReadonlyMap<string, Thing>,
): Map<FileNames, string> {
  const renames = new Map<FileNames, string>()
  const taken = new Set<string>()
  // Each round may free a LUID that an earlier entry needs.
  for (let isSettled = false; !isSettled;) {
    isSettled = true
    for (const entry of entries) {
      const { luid, was } = entry
      if (was === null || renames.has(entry) || taken.has(was) || !current.has(was)) continue
      if (current.has(luid) && !taken.has(luid)) continue
      renames.set(entry, was)
      taken.add(was)
      isSettled = false
    }
  }
  return renames
}
