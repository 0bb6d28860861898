/** What a condition can do besides testing a row: lead to it, or be tested without its entry. */
import type { Condition, FieldTarget, OrderBy } from '../../../query/tree.ts'
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
