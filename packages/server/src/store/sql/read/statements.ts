/** Combines branches into statements that select item ids and languages. */
import type { OrderKey, Selection } from '../../../query/tree.ts'
import { join, literal, raw, sql, type Sql } from '../sql.ts'
import { completed, entry, leadSources, untested } from './completed-sources.ts'
import { all, type ReadContext } from './context.ts'
import { isSortedByItem, unitsOfRow } from './condition-facts.ts'
import type { Choice } from './plan.ts'
import { effectiveOrder, orderByColumns, sortValue, term } from './sorting.ts'
import { isOn } from './field-walks.ts'
import type { Branch, Part } from './part.ts'
import { sortedPart, walkParts } from './walks.ts'

/** Larger than every reachable offset, and safe to add to. */
export const farthest = 2 ** 50

export interface Window {
  readonly limit: number
  readonly offset: number
}

/** Limits the window to reachable offsets. */
export function reachable({ limit, offset }: Window): Window {
  return { limit: Math.min(limit, farthest), offset: Math.min(offset, farthest) }
}

/** `item_id` and `language_id` of one page, in order. */
export function pageQuery(
  selection: Selection,
  choice: Choice,
  window: Window,
  given: ReadContext,
): Sql {
  const context = { ...given, rowUnits: unitsOfPage(selection, choice) }
  const parts = partsOf(selection, choice, context)
  const [only] = parts
  return inWindow(window, context, (rows, bound) => {
    if (only && parts.length === 1) return partQuery(only, selection, rows, bound, context)
    const queries = parts.map((part, index) => {
      const query = partQuery(part, selection, firstRows(bound, context), bound, context)
      return sql`select item_id, language_id from (${query}) ${raw(`p${index}`)}`
    })
    return sql`${join(queries, ' union all ')} ${rows}`
  })
}

/** A walk along a field decides the conditions on that field without a look-up. */
function unitsOfPage(selection: Selection, { lead }: Choice): number {
  const order = effectiveOrder(selection)
  const walked = lead === null ? order[0]?.by : undefined
  const conditions = selection.conditions.filter((one) => !(walked && isOn(one, walked)))
  return unitsOfRow({ conditions }, order, lead)
}

/**
 * `query` receives the end of its statement, and the maximum number of rows. If the database plans for each
 * number of rows, it receives a power of two, and rows are skipped in an outer query.
 */
function inWindow(
  { limit, offset }: Window,
  context: ReadContext,
  query: (rows: Sql, bound: number) => Sql,
): Sql {
  const end = limit + offset
  if (offset === 0) return query(firstRows(end, context), end)
  const rows = sql`limit ${limit} offset ${offset}`
  if (!context.dialect.reading.plansByRows) return query(rows, end)
  const rowLimit = 2 ** Math.ceil(Math.log2(end))
  const first = query(firstRows(rowLimit, context), rowLimit)
  return sql`select item_id, language_id from (${first}) first_rows ${rows}`
}

/** A row limit, in a form that lets equal limits share one plan. */
function firstRows(count: number, { dialect }: ReadContext): Sql {
  return sql`limit ${dialect.reading.plansByRows ? literal(count) : count}`
}

function partsOf(selection: Selection, choice: Choice, context: ReadContext): Part[] {
  const { lead } = choice
  if (lead === null) return walkParts(selection, context) ?? [sortedPart(selection, context)]
  const order = effectiveOrder(selection)
  const conditions = untested(selection, lead)
  const branches = leadSources(selection, lead, context).map((source) => ({ source }))
  return [{ branches, order, conditions }]
}

/** The branches of a part, merged if there are several. */
function partQuery(
  part: Part,
  selection: Selection,
  limit: Sql,
  bound: number,
  context: ReadContext,
): Sql {
  const { branches, order } = part
  const [only] = branches
  if (!only) return raw('select item_id, language_id from entries where 1 = 0')
  if (branches.length === 1) return branchQuery(only, part, selection, limit, context)
  const queries = branches.map((branch, index) => {
    const query = branchQuery(branch, part, selection, firstRows(bound, context), context)
    return sql`select * from (${query}) ${raw(`b${index}`)}`
  })
  // Equal rows are adjacent in this order.
  const union = branches.some(({ source }) => source.overlaps) ? ' union ' : ' union all '
  return sql`${join(queries, union)} order by ${orderByColumns(order, selection)} ${limit}`
}

function branchQuery(
  { source: given, first, orderBy }: Branch,
  { order, conditions }: Part,
  selection: Selection,
  limit: Sql,
  context: ReadContext,
): Sql {
  const needsEntries = order.some(({ by }, index) => !(index === 0 && first) && !isSortedByItem(by))
  const source = completed(given, conditions, selection, needsEntries, context)
  const { leader } = source
  const columns = order.map(({ by }, index) => {
    const value =
      index === 0 && first ? first : sortValue(by, isSortedByItem(by) ? leader : entry, context)
    return sql`, ${value} as ${raw(`s${index}`)}`
  })
  const sorted = orderBy ? orderFrom(orderBy, order, selection) : orderByColumns(order, selection)
  return sql`select ${raw(`${leader}.item_id as item_id, ${leader}.language_id as language_id`)}${join(columns, '')}
    from ${source.from} where ${all(source.where)} order by ${sorted} ${limit}`
}

/** The given terms for the first key, the columns for the other keys. */
function orderFrom(first: readonly Sql[], order: readonly OrderKey[], selection: Selection): Sql {
  const others = order
    .slice(1)
    .map(({ isDescending }, index) =>
      term(raw(`s${index + 1}`), isDescending, selection.areEmptyFirst),
    )
  const tie = term(raw('item_id'), selection.isTieDescending, null)
  return join([...first, ...others, tie], ', ')
}
