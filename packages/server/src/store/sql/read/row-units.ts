/** What it costs to look at one row of a list, in rows of an index: what tests and sort keys look up for it. */
import type { Condition, FieldTarget, OrderKey, Selection } from '../../../query/tree.ts'

const lookup = 3
const expression = 0.25
/** Besides the texts, which are counted where they are looked into. */
const text = 2

export function unitsOfRow(
  { conditions }: Pick<Selection, 'conditions'>,
  order: readonly OrderKey[],
): number {
  const tests = conditions.reduce((sum, condition) => sum + unitsOf(condition), 0)
  const keys = order.reduce((sum, { by }) => sum + (by.kind === 'field' ? lookup : expression), 0)
  return Math.ceil(1 + tests + keys)
}

function unitsOf(condition: Condition): number {
  switch (condition.kind) {
    case 'keys':
    case 'empty':
      return lookupsIn(condition.targets)
    case 'refers':
      return 2 * lookupsIn(condition.targets)
    case 'through':
      return 2 * lookupsIn(condition.targets) + unitsOf(condition.inner)
    case 'text':
      return text
    case 'any':
      return condition.of.reduce((sum, one) => sum + unitsOf(one), 0)
    default:
      return expression
  }
}

/** Fields of one model alone are looked up together. */
function lookupsIn(targets: readonly FieldTarget[]): number {
  const shared = targets.filter(({ isShared }) => isShared).length
  return lookup * (shared + (shared < targets.length ? 1 : 0))
}
