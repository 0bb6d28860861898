/** Combines branches into statements that select item ids and languages. */
import type { Condition, OrderKey, Selection } from '../../../query/tree.ts'
import { join, literal, raw, sql, type Sql } from '../sql.ts'
import { all, isId, type ReadContext } from './context.ts'
import { isSortedByItem, unitsOfLookup, unitsOfRow } from './condition-facts.ts'
import type { Choice } from './plan.ts'
import { effectiveOrder, orderByColumns, sortValue, term } from './sorting.ts'
import { isCertain, sourcesOf, testsEntries, testsOf, withEntries, type Source } from './sources.ts'
import { storedCount } from './totals.ts'
import { isOn, sortedPart, walkParts, type Branch, type Part } from './walks.ts'

const entry = 'e'
/** Larger than every reachable offset, and safe to add to. */
const farthest = 2 ** 50

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
  const walked = lead === null && order[0]?.by.kind === 'field' ? order[0].by.targets : []
  const conditions = selection.conditions.filter((condition) => !isOn(condition, walked))
  return unitsOfRow({ conditions }, order)
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

/** Conditions that the leading rows do not imply. A search for one keyword already covers all keywords. */
function untested({ conditions }: Selection, lead: number | null): Condition[] {
  const isSearch = lead !== null && conditions[lead]?.kind === 'text'
  return conditions.filter(
    (one, index) => index !== lead && !(isSearch && one.kind === 'text' && isCertain(one)),
  )
}

function leadSources(selection: Selection, lead: number, context: ReadContext): Source[] {
  const condition = selection.conditions[lead]
  if (!condition) return []
  return context.visibility.scopes.flatMap((rule) =>
    sourcesOf(condition, selection, rule, entry, context),
  )
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
  return sql`${join(queries, ' union all ')} order by ${orderByColumns(order, selection)} ${limit}`
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

/** A source with all tests in its `where`, and with the entries if something needs them. */
function completed(
  given: Source,
  conditions: readonly Condition[],
  selection: Selection,
  needsEntries: boolean,
  context: ReadContext,
): Source {
  const { spaceIds } = selection
  const inSpaces = spaceIds ? [isId(context.dialect, `${entry}.space_id`, spaceIds)] : []
  const onEntries = [...given.entryWhere, ...inSpaces]
  const isNeeded = needsEntries || onEntries.length > 0 || testsEntries(given, conditions)
  const source = isNeeded ? withEntries(given, entry, context) : given
  const tests = testsOf(source, conditions, entry, context)
  return { ...source, where: [...source.where, ...onEntries, ...tests] }
}

/** The total number of items, as one value. */
export function countQuery(selection: Selection, choice: Choice, given: ReadContext): Sql {
  if (isCounted(selection)) return storedCount(selection, given)
  const context = { ...given, rowUnits: unitsOfRow(selection, []) }
  const { lead } = choice
  const conditions = untested(selection, lead)
  const common = commonCandidates(selection, choice, context)
  const sources =
    lead === null || common
      ? sortedPart(selection, context).branches.map(({ source }) => source)
      : leadSources(selection, lead, context)
  const counts = sources.map((source) => {
    const { from, where } = completed(source, conditions, selection, false, context)
    if (common) return commonCount(sql`${from} where ${all(where)}`, common)
    return sql`(select count(*) from ${from} where ${all(where)})`
  })
  return counts.length === 0 ? raw('0') : join(counts, ' + ')
}

/** `item_id`, `language_id` and `model_id` of all items, unordered; each is looked up `lookups` times later. */
export function matchesQuery(
  selection: Selection,
  { lead }: Choice,
  lookups: number,
  given: ReadContext,
): Sql {
  const context = { ...given, rowUnits: unitsOfRow(selection, []) + lookups * unitsOfLookup }
  const conditions = untested(selection, lead)
  const sources =
    lead === null
      ? sortedPart(selection, context).branches.map(({ source }) => source)
      : leadSources(selection, lead, context)
  const queries = sources.map((source) => {
    const { leader, from, where } = completed(source, conditions, selection, true, context)
    return sql`select ${raw(`${leader}.item_id, ${leader}.language_id, ${entry}.model_id`)}
      from ${from} where ${all(where)}`
  })
  return queries.length === 0
    ? raw('select item_id, language_id, model_id from entries where 1 = 0')
    : join(queries, ' union all ')
}

/** Whether the stored counts contain the total. */
export function isCounted({ conditions }: Selection): boolean {
  return conditions.length === 0
}

/**
 * The candidates of a keyword that most items may contain, if it is the only condition and its grams
 * decide.
 */
function commonCandidates(
  { conditions }: Selection,
  { leadsToMany }: Choice,
  { dialect }: ReadContext,
): Sql | undefined {
  const [only, ...others] = conditions
  if (!leadsToMany || others.length > 0 || only?.kind !== 'text' || !isCertain(only)) return
  return dialect.reading.commonCandidates?.(only.keyword)
}

/**
 * Counts the common documents of two long lists: the visible ones and those with the keyword. Each is
 * scanned once. PostgreSQL underestimates the second list; a full join prevents looking up its rows one by
 * one.
 */
function commonCount(seen: Sql, candidates: Sql): Sql {
  return sql`(select count(*) filter (where holding.id = seen.document_id)
    from (select ${raw(entry)}.document_id from ${seen}) seen
    full join (${candidates}) holding on holding.id = seen.document_id)`
}
