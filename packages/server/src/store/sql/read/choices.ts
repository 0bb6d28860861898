/** Chooses a plan from the known facts about a selection. */
import type { Condition, OrderBy, Selection } from '../../../query/tree.ts'
import type { ReadContext } from './context.ts'
import { isOrderedByCreation, maxCounted, maxCountedOthers, type Estimates } from './estimates.ts'
import { canLead, isSortedByItem, leadsByCreation, unitsOfRow } from './condition-facts.ts'
import { chooseCount, choosePage, type Choice, type Estimated } from './plan.ts'
import { effectiveOrder } from './sorting.ts'
import { isCertain } from './text-sources.ts'
import { excludedBy, isCounted } from './counts.ts'
import type { Window } from './statements.ts'
import { isOn } from './field-walks.ts'
import { walkParts } from './walks.ts'

/** Assumed size of a list without estimates, and assumed share of a condition. */
const guessedSize = 1_000_000
const guessedShare = 1 / 20

/** The input of a choice. */
export interface Planning {
  readonly selection: Selection
  readonly estimates: Estimates | null
  readonly context: ReadContext
}

export function pageChoice(planning: Planning, { limit, offset }: Window): Choice {
  const { selection, context } = planning
  if (selection.conditions.length === 0) return { lead: null }
  const canWalk = walkParts(selection, context) !== undefined
  return choosePage({ ...estimated(planning), window: limit + offset, canWalk })
}

/** For reading all items of a list. */
export function listChoice(planning: Planning): Choice {
  const choice = pageChoice(planning, { limit: Infinity, offset: 0 })
  return choice.lead === null && isDecidedByGrams(planning) ? { lead: 0 } : choice
}

/** Whether sorting the matches of one keyword is cheaper than searching the text of every item. */
function isDecidedByGrams({ selection, estimates }: Planning): boolean {
  const [only, ...others] = selection.conditions
  if (only?.kind !== 'text' || !isCertain(only) || others.length > 0) return false
  const count = estimates?.counts.get(only) ?? Infinity
  return count * (1 + costToSort(selection)) <= (estimates?.size ?? 0) * textCost
}

export function countChoice(planning: Planning): Choice {
  const choice = chooseCount(estimated(planning))
  const rows = rowsLedTo(planning, choice) ?? 0
  // The few items that a negation excludes are subtracted from the stored count.
  if (excludedBy(planning.selection) && !(rows < maxCountedOthers)) return { lead: null }
  return { ...choice, leadsToMany: choice.lead !== null && rows >= maxCounted }
}

/** Cost of searching a text, in rows. */
const textCost = 10
/** Cost of looking up a key of an item, in rows. */
const keyCost = 3

/** Cost of a count in rows; undefined without estimates. */
export function rowsToCount(planning: Planning, counting: Choice): number | undefined {
  const rows = rowsLedTo(planning, counting)
  if (rows === undefined) return undefined
  const costs = planning.selection.conditions.map((condition, index) => {
    if (condition.kind === 'text') return isCertain(condition) ? 0 : textCost
    return index === counting.lead ? 0 : keyCost
  })
  return rows * Math.max(1, ...costs)
}

/** Charge for a page statement that visits all rows; undefined without estimates. */
export function unitsToVisit(planning: Planning, counting: Choice): number | undefined {
  const { selection } = planning
  const rows = rowsLedTo(planning, counting)
  if (rows === undefined) return undefined
  return rows * unitsOfRow(selection, effectiveOrder(selection), counting.lead)
}

function rowsLedTo({ selection, estimates }: Planning, { lead }: Choice): number | undefined {
  if (!estimates || (lead === null && excludedBy(selection))) return undefined
  const leading = lead === null ? undefined : selection.conditions[lead]
  return leading ? (estimates.counts.get(leading) ?? 0) : estimates.size
}

/** Acceptable extra cost of a list on top of a page and its total, in rows: a millisecond or two. */
const maxExtra = 3_000
/** Limits the extra cost to a few seconds. */
const maxDoublings = 11

/** The last known total of a list. */
export interface LastTotal {
  readonly last: number | undefined
  readonly isCurrent: boolean
  /** Number of its pages that were read since it last changed. */
  readonly readings: number
}

/**
 * Whether to read all items of a list and not only those of the page. That costs nothing if the page sorts
 * all of them anyway. If a walk would end after a few rows, it must be cheap, or small compared with the
 * count that is needed. The acceptable cost doubles with every page that is read of a list.
 */
export function listsAll(
  planning: Planning,
  window: Window,
  counting: Choice,
  total: LastTotal,
  maxListed: number,
): boolean {
  const { selection } = planning
  if (selection.conditions.length === 0) return false
  const atMost = total.last ?? rowsLedTo(planning, counting)
  if (atMost === undefined) return false
  const matches = total.last ?? atMost * shareOfOthers(planning, counting)
  // If counting stopped at its limit, the real number is unknown, so the expected number must be well
  // below.
  const isExact = total.last !== undefined || atMost < maxCounted
  if (matches >= (isExact ? maxListed : maxListed / 4)) return false
  if (sortsAll(planning, pageChoice(planning, window))) return true
  const count = rowsToCount(planning, counting) ?? matches
  const extra = matches * costToSort(selection)
  if (!total.isCurrent) return extra <= Math.max(maxExtra, 2 * count)
  return count + extra <= maxExtra * 2 ** Math.min(total.readings, maxDoublings)
}

/** Whether one page visits all items: to count them, or to sort them if the count is known. */
export function visitsAll({ selection, context }: Planning, { isCurrent }: LastTotal): boolean {
  return isCounted(selection) ? walkParts(selection, context) === undefined : !isCurrent
}

/** Share of rows that pass the other conditions, assuming that conditions are independent. */
function shareOfOthers({ selection, estimates }: Planning, { lead }: Choice): number {
  const size = Math.max(1, estimates?.size ?? 1)
  const shares = selection.conditions.map((condition, index) => {
    const count = index === lead ? undefined : estimates?.counts.get(condition)
    return count === undefined ? 1 : Math.min(1, count / size)
  })
  return shares.reduce((product, share) => product * share, 1)
}

function sortsAll({ selection, context }: Planning, { lead }: Choice): boolean {
  const leading = lead === null ? undefined : selection.conditions[lead]
  if (!leading) return walkParts(selection, context) === undefined
  return !(isOrderedByCreation(selection) && leadsByCreation(leading))
}

/** Cost of sorting an item, in rows, as measured: from reading its row to look-ups. */
function costToSort(selection: Selection): number {
  const costs = effectiveOrder(selection).map(({ by }) => {
    if (by.kind === 'field') return 20
    if (by.kind === 'through') return 40
    return isSortedByItem(by) ? 1.5 : 4
  })
  return Math.max(1.5, ...costs)
}

function estimated({ selection, estimates }: Planning): { size: number; conditions: Estimated[] } {
  const size = estimates?.size ?? guessedSize
  const isByCreation = isOrderedByCreation(selection)
  const conditions = selection.conditions.map((condition) => ({
    count: countOf(condition, estimates, size),
    isInOrder: isByCreation && leadsByCreation(condition),
    isTaken: isTaken(condition, effectiveOrder(selection)[0]?.by),
  }))
  return { size, conditions }
}

/** Whether a walk along the first sort key covers exactly the range of the condition. */
function isTaken(condition: Condition, by: OrderBy | undefined): boolean {
  if (by?.kind === 'field' || by?.kind === 'through') return isOn(condition, by)
  if (by?.kind === 'time') return condition.kind === 'time' && condition.column === by.column
  return by?.kind === 'id' && condition.kind === 'idBeyond'
}

function countOf(condition: Condition, estimates: Estimates | null, size: number): number | null {
  if (!canLead(condition)) return null
  if (condition.kind === 'id') return condition.ids.length
  if (condition.kind === 'time' && condition.comparison === 'eq') return 1
  return estimates?.counts.get(condition) ?? size * guessedShare
}
