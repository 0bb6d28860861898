/** What a condition can do besides testing a row (lead to it, or be tested without its entry), and what it costs. */
import type { Condition, FieldTarget, OrderBy, OrderKey, Selection } from '../../../query/tree.ts'
import { maxSources } from './sources.ts'

/** Conditions that can lead: the others only test what another one found. */
export function canLead(condition: Condition): boolean {
  switch (condition.kind) {
    case 'keys':
    case 'refers':
    case 'id':
    case 'text':
    case 'time':
      return true
    case 'through':
      return canLead(condition.inner)
    default:
      return false
  }
}

/** True where one walk along an index gives all matches of the condition by creation. */
export function leadsByCreation(condition: Condition): boolean {
  if (condition.kind === 'refers') {
    return condition.ids.length === 1 && condition.targets.length <= maxSources
  }
  if (condition.kind === 'keys') {
    if (condition.targets.length > maxSources) return false
    return condition.targets.every(({ test }) => test.kind === 'oneOf' && test.keys.length === 1)
  }
  return condition.kind === 'time' && condition.column === 'created_at'
}

/** Whether item id, language and creation are all that the test needs to know of a row. */
export function isTestedByItem(condition: Condition): boolean {
  switch (condition.kind) {
    case 'id':
    case 'idBeyond':
    case 'never':
      return true
    case 'time':
      return condition.column === 'created_at'
    case 'keys':
    case 'empty':
    case 'refers':
    case 'through':
      return !isAnyShared(condition.targets)
    case 'any':
      return condition.of.every(isTestedByItem)
    default:
      return false
  }
}

/** The same for a sort key. */
export function isSortedByItem(by: OrderBy): boolean {
  if (by.kind === 'time') return by.column === 'created_at'
  return by.kind === 'id' || (by.kind === 'field' && !isAnyShared(by.targets))
}

function isAnyShared(targets: readonly FieldTarget[]): boolean {
  return targets.some(({ isShared }) => isShared)
}

const lookup = 3
const expression = 0.25
/** Besides the texts, which are counted where they are looked into. */
const text = 2

/** What it costs to look at one row of a list, in rows of an index: what tests and sort keys look up for it. */
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
