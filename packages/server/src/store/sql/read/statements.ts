/** Puts branches together into statements. */
import type { Condition, OrderKey, Selection } from '../../../query/tree.ts'
import { join, raw, sql, type Sql } from '../sql.ts'
import { probe } from './conditions.ts'
import { all, isId, type ReadContext } from './context.ts'
import type { Choice } from './plan.ts'
import { effectiveOrder, orderByColumns, sortColumns, term } from './sorting.ts'
import { sourcesOf, type Source } from './sources.ts'
import { sortedPart, walkParts, type Branch, type Part } from './walks.ts'

const entry = 'e'
/** Beyond every offset that can be reached, and safe to add to. */
const farthest = 2 ** 50

export interface Window {
  readonly limit: number
  readonly offset: number
}

/** The rows of one page, in order: the columns of an Entry without its body. */
export function pageQuery(
  selection: Selection,
  choice: Choice,
  window: Window,
  context: ReadContext,
): Sql {
  const limit = Math.min(window.limit, farthest)
  const offset = Math.min(window.offset, farthest)
  const parts = partsOf(selection, choice, context)
  const [only] = parts
  if (only && parts.length === 1) {
    return partQuery(only, selection, sql`limit ${limit} offset ${offset}`, limit + offset, context)
  }
  const bound = limit + offset
  const queries = parts.map((part, index) =>
    named(partQuery(part, selection, sql`limit ${bound}`, bound, context), `p${index}`),
  )
  return sql`${join(queries, ' union all ')} limit ${limit} offset ${offset}`
}

export const entryColumns =
  'item_id, document_id, scope, model_id, space_id, created_at, language_mask'

function named(query: Sql, name: string): Sql {
  return sql`select ${raw(entryColumns)} from (${query}) ${raw(name)}`
}

function partsOf(selection: Selection, choice: Choice, context: ReadContext): Part[] {
  const { lead } = choice
  if (lead === null) return walkParts(selection, context) ?? [sortedPart(selection, context)]
  const order = effectiveOrder(selection)
  const conditions = selection.conditions.filter((_, index) => index !== lead)
  const branches = leadSources(selection, lead, context).map((source) => ({ source }))
  return [{ branches, order, conditions }]
}

function leadSources(selection: Selection, lead: number, context: ReadContext): Source[] {
  const condition = selection.conditions[lead]
  if (!condition) return []
  const { dialect, sight } = context
  const inModels = selection.isEveryModel
    ? []
    : [isId(dialect, `${entry}.model_id`, selection.modelIds)]
  return sight.scopes.flatMap((rule) =>
    sourcesOf(condition, selection, rule, entry, context).map((source) => ({
      ...source,
      where: [...source.where, ...inModels],
    })),
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
  if (!only) return nothing(order)
  if (branches.length === 1) return branchQuery(only, part, selection, limit, context)
  const queries = branches.map((branch, index) => {
    const query = branchQuery(branch, part, selection, sql`limit ${bound}`, context)
    return sql`select * from (${query}) ${raw(`b${index}`)}`
  })
  return sql`${join(queries, ' union all ')} order by ${orderByColumns(order, selection)} ${limit}`
}

function nothing(order: readonly OrderKey[]): Sql {
  const columns = order.map((_, index) => `, null as s${index}`)
  return raw(`select ${entryColumns}${columns.join('')} from entries where 1 = 0`)
}

function branchQuery(
  { source, first, orderBy }: Branch,
  { order, conditions }: Part,
  selection: Selection,
  limit: Sql,
  context: ReadContext,
): Sql {
  const { leader } = source
  const leading = order[0]?.by
  const isByCreation = leading?.kind === 'time' && leading.column === 'created_at'
  const firstValue = isByCreation ? raw(`${leader}.created_at`) : first
  const sorted = orderBy ? orderFrom(orderBy, order, selection) : orderByColumns(order, selection)
  return sql`select ${raw(`${leader}.item_id as item_id, ${entry}.document_id, ${entry}.scope,
      ${entry}.model_id, ${entry}.space_id, ${leader}.created_at, ${entry}.language_mask`)}${sortColumns(order, entry, context, firstValue)}
    from ${source.from} where ${filters(source, conditions, selection, context)}
    order by ${sorted} ${limit}`
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

function filters(
  source: Source,
  conditions: readonly Condition[],
  selection: Selection,
  context: ReadContext,
): Sql {
  const { spaceIds } = selection
  const inSpaces = spaceIds ? [isId(context.dialect, `${entry}.space_id`, spaceIds)] : []
  const tests = conditions.map((condition) =>
    probe(condition, isInLeader(condition) ? source.leader : entry, context),
  )
  return all([...source.where, ...inSpaces, ...tests])
}

/** Creation and id narrow the walk along the leading index itself. */
function isInLeader(condition: Condition): boolean {
  return (
    condition.kind === 'idBeyond' ||
    (condition.kind === 'time' && condition.column === 'created_at')
  )
}

/** How many items there are in all, as one value. */
export function countQuery(selection: Selection, choice: Choice, context: ReadContext): Sql {
  const { lead } = choice
  const conditions = selection.conditions.filter((_, index) => index !== lead)
  const sources =
    lead === null ? countedSources(selection, context) : leadSources(selection, lead, context)
  const counts = sources.map(
    (source) => sql`(select count(*) from ${source.from}
      where ${filters(source, conditions, selection, context)})`,
  )
  return counts.length === 0 ? raw('0') : join(counts, ' + ')
}

function countedSources(selection: Selection, context: ReadContext): Source[] {
  return sortedPart(selection, context).branches.map(({ source }) => source)
}
