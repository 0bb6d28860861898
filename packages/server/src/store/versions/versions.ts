/**
 * How often things have changed. Equal numbers mean an equal state, so what was read at one state may
 * be given again at another whose numbers are the same, without asking for more than the numbers.
 */
import type { Journal } from './journal.ts'

export interface Versions {
  /** Changes of what readers see of a model, or of one of `changeable`. */
  of(id: number): number
  /** Whether what was seen of an item at a version of its model is known to be what is seen now. */
  holds(modelId: number, itemId: number, since: number): boolean
  /** Items of a model of which something may have changed since; undefined for unknown or too many. */
  changedSince(modelId: number, since: number, most: number): ReadonlySet<number> | undefined
}

/** What is counted besides models, whose ids are above zero. */
export const changeable = { keys: 0, media: -1, roots: -2 } as const

export function sumOf(versions: Versions, ids: readonly number[]): number {
  let sum = 0
  for (const id of ids) sum += versions.of(id)
  return sum
}

/** The same numbers are the same object, so that comparing states is comparing objects. */
export function internedVersions(
  journal: Journal,
): (counts: ReadonlyMap<number, number>) => Versions {
  let last: { counts: ReadonlyMap<number, number>; versions: Versions } | undefined
  return (counts) => {
    if (last && areEqual(last.counts, counts)) return last.versions
    last = { counts, versions: versionsOf(counts, journal) }
    return last.versions
  }
}

function versionsOf(counts: ReadonlyMap<number, number>, journal: Journal): Versions {
  const of = (id: number): number => counts.get(id) ?? 0
  return {
    of,
    holds(modelId, itemId, since) {
      const now = of(modelId)
      return since === now || journal.isUnchanged(modelId, itemId, { since, now })
    },
    changedSince: (modelId, since, most) =>
      journal.changed(modelId, { since, now: of(modelId) }, most),
  }
}

function areEqual(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): boolean {
  if (a.size !== b.size) return false
  for (const [id, count] of a) if (b.get(id) !== count) return false
  return true
}
