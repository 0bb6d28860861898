/** Which thing of the definition does each entry of the file stand for? */
import { problemAt, type Problem } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { FileNames } from './schema-file.ts'

interface Matches<Thing> {
  /** For each entry, in its place, what it stands for; undefined for something new. */
  found: (Thing | undefined)[]
  /** What no entry stands for, in its order. */
  left: Thing[]
}

/**
 * An entry stands for what bears its LUID, or else for what bears the LUID that it `was`. A LUID
 * that another entry takes away counts as free, so that a → b, b → c works in one run, in any order.
 * After a run every entry bears its own LUID: the next run finds nothing to do.
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
  const takenAway = new Set(renamed.values())
  const named = new Set(entries.map(({ luid }) => luid))
  const found = entries.map((entry) => {
    const before = renamed.get(entry)
    if (before !== undefined) return current.get(before)
    if (takenAway.has(entry.luid)) return undefined
    const { luid, was } = entry
    const isTorn = was !== null && current.has(luid) && current.has(was)
    if (isTorn && !named.has(was) && !takenAway.has(was)) {
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
  // Each round may free a LUID that an entry of an earlier place waits for.
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
