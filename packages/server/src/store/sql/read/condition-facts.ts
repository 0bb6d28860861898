/**
 * The abilities of a condition besides testing a row: lead to rows, or be tested without the entry. Also its
 * cost.
 */
import type { Condition, FieldTarget, OrderBy, OrderKey, Selection } from '../../../query/tree.ts'

/** A field name that occurs in more models is searched in all of them at once. */
export const maxSources = 6

/** Whether a condition can lead. Other conditions only test rows that another one found. */
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
    case 'entry':
      return hintsOf(condition).some(canLead)
    case 'any':
      return condition.of.every(canLead) && widthOf(condition) <= maxWidth
    case 'all':
      return condition.of.some(canLead)
    default:
      return false
  }
}

/** Conditions on the item that every entry of the repeat implies: those of one entry alone. */
export function hintsOf({ inner }: Extract<Condition, { kind: 'entry' }>): Condition[] {
  const parts = inner.kind === 'all' ? inner.of : [inner]
  return parts.filter(({ kind }) => entryHints.includes(kind))
}

const entryHints: readonly Condition['kind'][] = ['keys', 'refers', 'through', 'text']

/** Alternatives each test their rows for the alternatives before; above this limit, a walk is cheaper. */
const maxWidth = 12

/** Number of index walks that lead to the matches of a condition. */
function widthOf(condition: Condition): number {
  switch (condition.kind) {
    case 'keys':
    case 'refers':
    case 'through':
      return Math.min(condition.targets.length, maxSources)
    case 'entry':
      return Math.max(0, ...hintsOf(condition).filter(canLead).map(widthOf))
    case 'any':
      return condition.of.reduce((sum, one) => sum + widthOf(one), 0)
    case 'all':
      return Math.max(0, ...condition.of.filter(canLead).map(widthOf))
    default:
      return 1
  }
}

/** True if index walks return all matches of the condition in order of creation. */
export function leadsByCreation(condition: Condition): boolean {
  if (condition.kind === 'any') return condition.of.every(leadsByCreation)
  if (condition.kind === 'refers') {
    return condition.ids?.length === 1 && condition.targets.length <= maxSources
  }
  if (condition.kind === 'keys') {
    if (condition.targets.length > maxSources) return false
    return condition.targets.every(({ test }) => test.kind === 'oneOf' && test.keys.length === 1)
  }
  return condition.kind === 'time' && condition.column === 'created_at'
}

/** Whether the test needs only the item id, language and creation time of a row. */
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
    case 'all':
      return condition.of.every(isTestedByItem)
    case 'not':
      return isTestedByItem(condition.of)
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

/** Of looking up the keys of an item. */
export const unitsOfLookup = 3
const expression = 0.25
/** In addition to the texts, which are charged when they are searched. */
const text = 2

/** Cost of visiting one row of a list, in index rows: the look-ups of its conditions and sort keys. */
export function unitsOfRow(
  { conditions }: Pick<Selection, 'conditions'>,
  order: readonly OrderKey[],
): number {
  const tests = conditions.reduce((sum, condition) => sum + unitsOf(condition), 0)
  const keys = order.reduce(
    (sum, { by }) => sum + (by.kind === 'field' ? unitsOfLookup : expression),
    0,
  )
  return Math.ceil(1 + tests + keys)
}

export function unitsOf(condition: Condition): number {
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
    // Each entry is charged when it is tested.
    case 'entry':
      return text
    case 'any':
    case 'all':
      return condition.of.reduce((sum, one) => sum + unitsOf(one), 0)
    case 'not':
      return unitsOf(condition.of)
    default:
      return expression
  }
}

/** Fields that belong to a single model are looked up together. */
function lookupsIn(targets: readonly FieldTarget[]): number {
  const shared = targets.filter(({ isShared }) => isShared).length
  return unitsOfLookup * (shared + (shared < targets.length ? 1 : 0))
}
