/**
 * How often things have changed. Equal numbers mean an equal state, so what was read at one state may
 * be given again at another whose numbers are the same, without asking for more than the numbers.
 */
export interface Versions {
  /** Changes of what readers see of a model, or of one of `changeable`. */
  of(id: number): number
}

/** What is counted besides models, whose ids are above zero. */
export const changeable = { keys: 0, media: -1, roots: -2 } as const

export function sumOf(versions: Versions, ids: readonly number[]): number {
  let sum = 0
  for (const id of ids) sum += versions.of(id)
  return sum
}

/** The same numbers are the same object, so that comparing states is comparing objects. */
export function internedVersions(): (counts: ReadonlyMap<number, number>) => Versions {
  let last: { counts: ReadonlyMap<number, number>; versions: Versions } | undefined
  return (counts) => {
    if (last && areEqual(last.counts, counts)) return last.versions
    last = { counts, versions: { of: (id) => counts.get(id) ?? 0 } }
    return last.versions
  }
}

function areEqual(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): boolean {
  if (a.size !== b.size) return false
  for (const [id, count] of a) if (b.get(id) !== count) return false
  return true
}
