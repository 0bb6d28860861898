/** Puts branches together into statements that give item ids and languages. */
import type { Condition, OrderKey, Selection } from '../../../query/tree.ts'
import { join, literal, raw, sql, type Sql } from '../sql.ts'
import { probe } from './conditions.ts'
import { all, isId, type ReadContext } from './context.ts'
import { isSortedByItem, isTestedByItem, unitsOfRow } from './condition-facts.ts'
import type { Choice } from './plan.ts'
import { effectiveOrder, orderByColumns, sortValue, term } from './sorting.ts'
import { isCertain, sourcesOf, withEntries, type Source } from './sources.ts'
import { storedCount } from './totals.ts'
import { sortedPart, walkParts, type Branch, type Part } from './walks.ts'

const entry = 'e'
/** Beyond every offset that can be reached, and safe to add to. */
const farthest = 2 ** 50

export interface Window {
  readonly limit: number
  readonly offset: number
}

/** The window as far as it can be reached. */
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
  const context = { ...given, rowUnits: unitsOfRow(selection, effectiveOrder(selection)) }
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

/**
 * `query` gets what ends its statement, and how many rows can be asked for at most. Where the database plans
 * anew for each number of rows, it is told a round number, and what is skipped is skipped outside of that.
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
  const most = 2 ** Math.ceil(Math.log2(end))
  const first = query(firstRows(most, context), most)
  return sql`select item_id, language_id from (${first}) first_rows ${rows}`
}

/** So many, in the form in which one plan serves all who ask for as many. */
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

/** Conditions that the rows of what leads may not pass: a search for one keyword looks for all of them. */
function untested({ conditions }: Selection, lead: number | null): Condition[] {
  const isSearch = lead !== null && conditions[lead]?.kind === 'text'
  return conditions.filter(
    (one, index) => index !== lead && !(isSearch && one.kind === 'text' && isCertain(one)),
  )
}

function leadSources(selection: Selection, lead: number, context: ReadContext): Source[] {
  const condition = selection.conditions[lead]
  if (!condition) return []
  return context.sight.scopes.flatMap((rule) =>
    sourcesOf(condition, selection, rule, entry, context),
  )
}

/** The branches of a part, merged where there are several. */
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

/** The given terms for the first key, the columns for the others. */
function orderFrom(first: readonly Sql[], order: readonly OrderKey[], selection: Selection): Sql {
  const others = order
    .slice(1)
    .map(({ isDescending }, index) =>
      term(raw(`s${index + 1}`), isDescending, selection.areEmptyFirst),
    )
  const tie = term(raw('item_id'), selection.isTieDescending, null)
  return join([...first, ...others, tie], ', ')
}

/** A source with all tests in its `where`, and with the entries if anything asks for them. */
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
  const isNeeded = needsEntries || onEntries.length > 0 || !conditions.every(isTestedByItem)
  const source = isNeeded ? withEntries(given, entry, context) : given
  const tests = conditions.map((condition) =>
    probe(condition, isTestedByItem(condition) ? source.leader : entry, context),
  )
  return { ...source, where: [...source.where, ...onEntries, ...tests] }
}

/** How many items there are in all, as one value. */
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

/** Whether the database has counted the list already. */
export function isCounted({ conditions }: Selection): boolean {
  return conditions.length === 0
}

/** Of a keyword that most items may have, where nothing else is asked for and its grams tell all. */
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
 * Two long lists of documents, those in sight and those with the keyword, each gone through once. The
 * database takes the second one for short: a full join leaves it no way to look up each of its rows.
 */
function commonCount(seen: Sql, candidates: Sql): Sql {
  return sql`(select count(*) filter (where holding.id = seen.document_id)
    from (select ${raw(entry)}.document_id from ${seen}) seen
    full join (${candidates}) holding on holding.id = seen.document_id)`
}
