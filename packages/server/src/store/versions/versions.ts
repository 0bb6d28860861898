/**
 * Change counters. Equal counters mean equal content, so values read at one state can be reused at another
 * state with the same counters, after reading nothing but the counters.
 */
import type { Journal } from './journal.ts'

export interface Versions {
  /** Number of visible changes of a model, or of one of `changeable`. */
  of(id: number): number
  /** Whether an item is known to be unchanged since a version of its model. */
  holds(modelId: number, itemId: number, since: number): boolean
  /** Items of a model that may have changed since a version; undefined if unknown or more than `limit`. */
  changedSince(modelId: number, since: number, limit: number): ReadonlySet<number> | undefined
}

export function sumOf(versions: Versions, ids: readonly number[]): number {
  let sum = 0
  for (const id of ids) sum += versions.of(id)
  return sum
}

/** Returns the same object for equal counters, so that states can be compared by identity. */
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
    changedSince: (modelId, since, limit) =>
      journal.changed(modelId, { since, now: of(modelId) }, limit),
  }
}

function areEqual(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): boolean {
  if (a.size !== b.size) return false
  for (const [id, count] of a) if (b.get(id) !== count) return false
  return true
}
