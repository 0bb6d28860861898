import type { Condition } from './tree.ts'

/** How many references a condition follows; for alternatives, the maximum. */
export function hopsOf(condition: Condition): number {
  switch (condition.kind) {
    case 'through':
      return 1 + hopsOf(condition.inner)
    case 'not':
      return hopsOf(condition.of)
    case 'all':
      return condition.of.reduce((sum, one) => sum + hopsOf(one), 0)
    case 'any':
      return Math.max(0, ...condition.of.map(hopsOf))
    default:
      return 0
  }
}
