import { partsOf } from './logic.ts'
import type { Condition } from './tree.ts'

/** How many references a condition follows: the sum over its parts; for alternatives, the maximum. */
export function hopsOf(condition: Condition): number {
  switch (condition.kind) {
    case 'through':
      return partsOf(condition.inner).reduce((sum, part) => sum + 1 + hopsOf(part), 0)
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
