/**
 * The abilities of a condition besides testing a row: lead to rows, or be tested without the entry. Also its
 * cost.
 */
import { compareCodePoints } from '@octavo/schema/fold.ts'
import { absent } from '../../../query/logic.ts'
import type {
  Bound,
  Condition,
  FieldTarget,
  KeyTarget,
  KeyTest,
  OrderBy,
  OrderKey,
  Selection,
} from '../../../query/tree.ts'
import { startRanges } from '../../search/start-ranges.ts'

/** A field name that occurs in more models is searched in all of them at once. */
export const maxSources = 6

/** Whether a condition can lead. Other conditions only test rows that another one found. */
export function canLead(condition: Condition): boolean {
  switch (condition.kind) {
    case 'keys':
    case 'refers':
    case 'shows':
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
    case 'not':
      return othersThan(condition) !== undefined
    // Indexes of times contain empty ones.
    case 'timeKnown':
      return !condition.isKnown
    default:
      return false
  }
}

type TextCondition = Extract<Condition, { kind: 'text' }>

/** A condition on the keys of the fields that leads to all texts with this start, and others. */
export function startHint({
  targets,
  keyword,
  isKeyed,
}: TextCondition): Extract<Condition, { kind: 'keys' }> | undefined {
  const ranges = isKeyed ? startRanges(keyword) : []
  if (!targets || ranges.length === 0) return undefined
  const test = { kind: 'within', ranges } as const
  return { kind: 'keys', targets: targets.map((target) => ({ ...target, test })) }
}

/**
 * A condition on the keys of the items that a negation does not exclude: that of an empty value, and ranges
 * around the excluded keys. Undefined for lists, which have several keys, and if the ranges are many. Items
 * that refer to a hidden target match too.
 */
export function othersThan({
  of,
  isOfFields,
}: Extract<Condition, { kind: 'not' }>): Extract<Condition, { kind: 'keys' }> | undefined {
  if (!isOfFields) return undefined
  const excluded = excludedKeys(of)
  if (!excluded) return undefined
  const ranges = excluded.flatMap(({ target, keys }) =>
    rangesAround(keys).map((test): KeyTarget => ({ ...target, test })),
  )
  const targets = [...absent('targets' in of ? (of.targets ?? []) : []).targets, ...ranges]
  return targets.length <= maxSources ? { kind: 'keys', targets } : undefined
}

/** The keys that a condition finds in fields with one value; undefined if it is not about such keys. */
function excludedKeys(
  condition: Condition,
): { target: FieldTarget; keys: readonly string[] }[] | undefined {
  if (condition.kind === 'shows') return []
  if (condition.kind === 'refers' && !condition.ids) return []
  if (condition.kind !== 'keys' && condition.kind !== 'refers') return undefined
  if (condition.targets.some(({ isMany }) => isMany)) return undefined
  if (condition.kind === 'refers') {
    const keys = condition.ids?.map(String) ?? []
    return condition.targets.map((target) => ({ target, keys }))
  }
  const found = condition.targets.flatMap((target) =>
    target.test.kind === 'oneOf' ? [{ target, keys: target.test.keys }] : [],
  )
  return found.length === condition.targets.length ? found : undefined
}

/** The gaps between these keys, in the order in which databases compare them. */
function rangesAround(keys: readonly string[]): KeyTest[] {
  const sorted = [...new Set(keys)].toSorted(compareCodePoints)
  return [undefined, ...sorted].map((low, index) => {
    const high = sorted[index]
    const above: Bound[] = low === undefined ? [] : [{ comparison: 'gt', key: low }]
    const below: Bound[] = high === undefined ? [] : [{ comparison: 'lt', key: high }]
    return { kind: 'range', bounds: [...above, ...below] }
  })
}

/** Whether one of several conditions inside can lead. */
export function hasChoice(condition: Condition): boolean {
  const parts = condition.kind === 'entry' ? hintsOf(condition) : partsIn(condition)
  const isChosen = condition.kind !== 'any' && parts.filter(canLead).length > 1
  return isChosen || parts.some(hasChoice)
}

function partsIn(condition: Condition): readonly Condition[] {
  return condition.kind === 'any' || condition.kind === 'all' ? condition.of : []
}

/** Conditions on the item that every entry of the repeat implies: those of one entry alone. */
export function hintsOf({ inner }: Extract<Condition, { kind: 'entry' }>): Condition[] {
  const parts = inner.kind === 'all' ? inner.of : [inner]
  return parts.filter(({ kind }) => entryHints.includes(kind))
}

const entryHints: readonly Condition['kind'][] = ['keys', 'refers', 'shows', 'through', 'text']

/** Each alternative is searched for itself; above this limit, a walk along the order is cheaper. */
const maxWidth = 16

/** Number of sources that lead to the matches of a condition, if keys are not searched separately. */
function widthOf(condition: Condition): number {
  switch (condition.kind) {
    case 'keys':
    case 'refers':
    case 'shows':
    case 'through':
      return Math.min(condition.targets.length, maxSources)
    case 'entry':
      return Math.max(0, ...hintsOf(condition).filter(canLead).map(widthOf))
    case 'any':
      return condition.of.reduce((sum, one) => sum + widthOf(one), 0)
    case 'all':
      return Math.max(0, ...condition.of.filter(canLead).map(widthOf))
    case 'not':
      return othersThan(condition)?.targets.length ?? 1
    default:
      return 1
  }
}

/** Above this number of walks, sorting the matches is cheaper than merging the walks. */
const maxWalks = 24

/** True if index walks return all matches of the condition in order of creation. */
export function leadsByCreation(condition: Condition): boolean {
  const walks = walksByCreation(condition)
  return walks > 0 && walks <= maxWalks
}

/** The number of walks, one for each field and key; Infinity if the matches are not in order. */
function walksByCreation(condition: Condition): number {
  switch (condition.kind) {
    case 'any':
      return condition.of.reduce((sum, one) => sum + walksByCreation(one), 0)
    // Whichever of them leads.
    case 'all':
      return Math.max(0, ...condition.of.filter(canLead).map(walksByCreation))
    case 'refers':
      return walksOf(condition.targets, () => condition.ids?.length ?? Infinity)
    case 'keys':
      return walksOf(condition.targets, ({ test }) =>
        test.kind === 'oneOf' ? test.keys.length : Infinity,
      )
    case 'time':
      return condition.column === 'created_at' ? 1 : Infinity
    default:
      return Infinity
  }
}

function walksOf<Target extends FieldTarget>(
  targets: readonly Target[],
  keysOf: (target: Target) => number,
): number {
  if (targets.length > maxSources) return Infinity
  return targets.reduce((sum, target) => sum + keysOf(target), 0)
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
    case 'shows':
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
  if (by.kind === 'field' || by.kind === 'through') return !isAnyShared(by.targets)
  return by.kind === 'id'
}

function isAnyShared(targets: readonly FieldTarget[]): boolean {
  return targets.some(({ isShared }) => isShared)
}

/** Of looking up the keys of an item. */
export const unitsOfLookup = 3
const expression = 0.25
/** In addition to the texts, which are charged when they are searched. */
const text = 2

/**
 * Cost of visiting one row of a list, in index rows: the look-ups of its conditions and sort keys. The
 * leading condition needs no look-up.
 */
export function unitsOfRow(
  { conditions }: Pick<Selection, 'conditions'>,
  order: readonly OrderKey[],
  lead: number | null,
): number {
  const tests = conditions.reduce(
    (sum, condition, index) => sum + (index === lead ? unitsOfLead(condition) : unitsOf(condition)),
    0,
  )
  const keys = order.reduce((sum, { by }) => sum + unitsOfValue(by), 0)
  return Math.ceil(1 + tests + keys)
}

function unitsOfValue(by: OrderBy): number {
  if (by.kind === 'through') return 2 * unitsOfLookup + unitsOfValue(by.by)
  return by.kind === 'field' ? unitsOfLookup : expression
}

/** Cost of what a row still needs if the condition leads, besides the tests of its source. */
function unitsOfLead(condition: Condition): number {
  switch (condition.kind) {
    case 'keys':
    case 'through':
    case 'not':
      return 0
    // Without ids, each target is looked up.
    case 'refers':
      return condition.ids ? 0 : unitsOfLookup
    case 'shows':
      return unitsOfLookup
    case 'any':
    case 'all':
      return Math.max(0, ...condition.of.filter(canLead).map(unitsOfLead))
    case 'entry':
      return Math.max(0, ...hintsOf(condition).filter(canLead).map(unitsOfLead))
    default:
      return unitsOf(condition)
  }
}

export function unitsOf(condition: Condition): number {
  switch (condition.kind) {
    case 'keys':
    case 'empty':
      return lookupsIn(condition.targets)
    case 'refers':
    case 'shows':
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
