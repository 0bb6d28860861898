/** Of several bounds in one direction, only the tightest matters. */
import type { Bound, Condition } from './tree.ts'

/** Compares keys by bytes, as the databases do. */
export function tightest(bounds: readonly Bound[]): Bound[] {
  return tightestOf(
    bounds,
    ({ comparison }) => comparison,
    (a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)),
  )
}

type TimeCondition = Extract<Condition, { kind: 'time' }>

/** Drops conditions on a time that another condition on the same time implies. */
export function withoutLooseTimes(conditions: readonly Condition[]): Condition[] {
  const times = conditions.filter((condition) => condition.kind === 'time')
  const kept = new Set<Condition>(
    tightestOf<TimeCondition>(
      times,
      ({ column, comparison, time }) =>
        `${column} ${comparison} ${comparison === 'eq' ? time : ''}`,
      (a, b) => a.time - b.time,
    ),
  )
  return conditions.filter((condition) => condition.kind !== 'time' || kept.has(condition))
}

/** One of each kind, in the order of the first occurrences. */
function tightestOf<One extends { readonly comparison: string }>(
  all: readonly One[],
  kindOf: (one: One) => string,
  compare: (a: One, b: One) => number,
): One[] {
  const byKind = new Map<string, One>()
  for (const one of all) {
    const kind = kindOf(one)
    const current = byKind.get(kind)
    const direction = isUpper(one) ? -1 : 1
    if (!current || compare(one, current) * direction > 0) byKind.set(kind, one)
  }
  return [...byKind.values()]
}

function isUpper({ comparison }: { readonly comparison: string }): boolean {
  return comparison.startsWith('l')
}
