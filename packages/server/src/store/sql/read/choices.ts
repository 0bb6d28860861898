/** Turns what is known about a selection into a choice of plan. */
import type { Condition, OrderBy, Selection } from '../../../query/tree.ts'
import type { ReadContext } from './context.ts'
import { isOrderedByCreation, mostCounted, type Estimates } from './estimates.ts'
import { canLead, isSortedByItem, leadsByCreation, unitsOfRow } from './condition-facts.ts'
import { chooseCount, choosePage, type Choice, type Estimated } from './plan.ts'
import { effectiveOrder } from './sorting.ts'
import { isCertain } from './sources.ts'
import { isCounted, type Window } from './statements.ts'
import { isOn, walkParts } from './walks.ts'

/** What to take for the size of a list that nothing is known about, and for the share of a condition. */
const guessedSize = 1_000_000
const guessedShare = 1 / 20

/** What a choice is made from. */
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

/** For a list of which every item is wanted. */
export function listChoice(planning: Planning): Choice {
  const choice = pageChoice(planning, { limit: Infinity, offset: 0 })
  return choice.lead === null && isToldByGrams(planning) ? { lead: 0 } : choice
}

/** Whether it is cheaper to sort what one keyword leads to than to look into the text of every item. */
function isToldByGrams({ selection, estimates }: Planning): boolean {
  const [only, ...others] = selection.conditions
  if (only?.kind !== 'text' || !isCertain(only) || others.length > 0) return false
  const count = estimates?.counts.get(only) ?? Infinity
  return count * (1 + costToSort(selection)) <= (estimates?.size ?? 0) * textCost
}

export function countChoice(planning: Planning): Choice {
  const choice = chooseCount(estimated(planning))
  const rows = rowsLedTo(planning, choice) ?? 0
  return { ...choice, leadsToMany: choice.lead !== null && rows >= mostCounted }
}

/** What looking into a text costs, in rows. */
const textCost = 10
/** The same for looking up a key of an item. */
const keyCost = 3

/** What a count costs, in rows, as far as anything is known. */
export function rowsToCount(planning: Planning, counting: Choice): number | undefined {
  const rows = rowsLedTo(planning, counting)
  if (rows === undefined) return undefined
  const costs = planning.selection.conditions.map((condition, index) => {
    if (condition.kind === 'text') return isCertain(condition) ? 0 : textCost
    return index === counting.lead ? 0 : keyCost
  })
  return rows * Math.max(1, ...costs)
}

/** What the statement of a page is charged where it visits all rows, as far as anything is known. */
export function unitsToVisit(planning: Planning, counting: Choice): number | undefined {
  const { selection } = planning
  const rows = rowsLedTo(planning, counting)
  return rows === undefined ? undefined : rows * unitsOfRow(selection, effectiveOrder(selection))
}

function rowsLedTo({ selection, estimates }: Planning, { lead }: Choice): number | undefined {
  if (!estimates) return undefined
  const leading = lead === null ? undefined : selection.conditions[lead]
  return leading ? (estimates.counts.get(leading) ?? 0) : estimates.size
}

/** What a list may cost on top of a page and its total without being a burden, in rows: a millisecond or two. */
const mostExtra = 3_000
/** More than some seconds no list is worth. */
const mostDoublings = 11

/** What is known of the total of a list. */
export interface KnownTotal {
  readonly last: number | undefined
  readonly isCurrent: boolean
  /** How many of its pages were read since it last changed. */
  readonly readings: number
}

/**
 * Whether to find all items of a list and not only those of the page. That costs nothing where the
 * page sorts all of them anyway. Where a walk would end after a few rows, it must be cheap, or small
 * beside the count that is due. With every page that is read of a list it may cost twice as much.
 */
export function isListedWhole(
  planning: Planning,
  window: Window,
  counting: Choice,
  total: KnownTotal,
  mostListed: number,
): boolean {
  const { selection } = planning
  if (selection.conditions.length === 0) return false
  const atMost = total.last ?? rowsLedTo(planning, counting)
  if (atMost === undefined) return false
  const matches = total.last ?? atMost * shareOfOthers(planning, counting)
  // Where counting stopped there may be any number: what is expected must lie well below.
  const isExact = total.last !== undefined || atMost < mostCounted
  if (matches >= (isExact ? mostListed : mostListed / 4)) return false
  if (sortsAll(planning, pageChoice(planning, window))) return true
  const count = rowsToCount(planning, counting) ?? matches
  const extra = matches * costToSort(selection)
  if (!total.isCurrent) return extra <= Math.max(mostExtra, 2 * count)
  return count + extra <= mostExtra * 2 ** Math.min(total.readings, mostDoublings)
}

/** Whether all items are gone through for one page: to count them, or where they are counted to sort them. */
export function visitsAll({ selection, context }: Planning, { isCurrent }: KnownTotal): boolean {
  return isCounted(selection) ? walkParts(selection, context) === undefined : !isCurrent
}

/** What the conditions that do not lead let through, as if none had to do with another. */
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

/** What it costs to put an item in its place, in rows: as measured, from what its row has to look-ups. */
function costToSort(selection: Selection): number {
  const costs = effectiveOrder(selection).map(({ by }) => {
    if (by.kind === 'field') return 20
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

/** Whether a walk along the first sort key starts and ends where the condition says. */
function isTaken(condition: Condition, by: OrderBy | undefined): boolean {
  if (by?.kind === 'field') return isOn(condition, by.targets)
  if (by?.kind === 'time') return condition.kind === 'time' && condition.column === by.column
  return by?.kind === 'id' && condition.kind === 'idBeyond'
}

function countOf(condition: Condition, estimates: Estimates | null, size: number): number | null {
  if (!canLead(condition)) return null
  if (condition.kind === 'id') return condition.ids.length
  if (condition.kind === 'time' && condition.comparison === 'eq') return 1
  return estimates?.counts.get(condition) ?? size * guessedShare
}
