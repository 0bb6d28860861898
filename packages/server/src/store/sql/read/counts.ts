/** Statements that visit all items of a list: the total, and the items for facets. */
import { anyOf, negated } from '../../../query/logic.ts'
import type { Condition, Selection } from '../../../query/tree.ts'
import { join, literal, raw, sql, type Sql } from '../sql.ts'
import { completed, entry, leadSources, untested } from './completed-sources.ts'
import { canLead, leadsByCreation, unitsOfLookup, unitsOfRow } from './condition-facts.ts'
import { all, type ReadContext } from './context.ts'
import type { Choice } from './plan.ts'
import type { Source } from './source.ts'
import { farthest } from './statements.ts'
import { isCertain } from './text-sources.ts'
import { storedCount } from './totals.ts'
import { sortedPart } from './walks.ts'

/** The total number of items, as one value. */
export function countQuery(selection: Selection, choice: Choice, given: ReadContext): Sql {
  if (isCounted(selection)) return storedCount(selection, given)
  const excluded = excludedBy(selection)
  if (excluded && choice.lead === null) {
    const others = countQuery({ ...selection, conditions: [excluded] }, { lead: 0 }, given)
    return sql`${storedCount(selection, given)} - (${others})`
  }
  const { lead } = choice
  const context = { ...given, rowUnits: unitsOfRow(selection, [], lead) }
  const conditions = untested(selection, lead)
  const common = commonCandidates(selection, choice, context)
  const sources = sourcesFrom(selection, common ? null : lead, context).map((source) =>
    completed(source, conditions, selection, false, context),
  )
  if (sources.some(({ overlaps }) => overlaps)) return distinctCount(sources, selection, lead)
  const counts = sources.map(({ from, where }) => {
    if (common) return commonCount(sql`${from} where ${all(where)}`, common)
    return sql`(select count(*) from ${from} where ${all(where)})`
  })
  return counts.length === 0 ? raw('0') : join(counts, ' + ')
}

function sourcesFrom(selection: Selection, lead: number | null, context: ReadContext): Source[] {
  return lead === null
    ? sortedPart(selection, context).branches.map(({ source }) => source)
    : leadSources(selection, lead, context)
}

/**
 * The matches of sources that overlap. Sources in order of creation are merged, others are hashed. The
 * language is left out, because a list shows an item in one language, and PostgreSQL would sort by it.
 */
function distinctCount(
  sources: readonly Source[],
  { conditions }: Selection,
  lead: number | null,
): Sql {
  const leading = lead === null ? undefined : conditions[lead]
  const queries = sources.map(
    ({ leader, from, where }) =>
      sql`select ${raw(`${leader}.created_at, ${leader}.item_id`)}
        from ${from} where ${all(where)}`,
  )
  // Without a limit, SQLite would drop the order.
  const merged =
    leading && leadsByCreation(leading) ? sql` order by 1, 2 limit ${literal(farthest)}` : raw('')
  return sql`(select count(*) from (${join(queries, ' union ')}${merged}) every)`
}

/**
 * A condition that exactly the items outside of the list match, if an index has them: their number is then
 * subtracted from the stored count.
 */
export function excludedBy({ conditions }: Selection): Condition | undefined {
  if (conditions.length === 0 || conditions.some(({ kind }) => kind !== 'not')) return undefined
  const excluded = anyOf(conditions.map(negated))
  return canLead(excluded) ? excluded : undefined
}

/** `item_id`, `language_id` and `model_id` of all items, unordered; each is looked up `lookups` times later. */
export function matchesQuery(
  selection: Selection,
  { lead }: Choice,
  lookups: number,
  given: ReadContext,
): Sql {
  const rowUnits = unitsOfRow(selection, [], lead) + lookups * unitsOfLookup
  const context = { ...given, rowUnits }
  const conditions = untested(selection, lead)
  const sources = sourcesFrom(selection, lead, context)
  const queries = sources.map((source) => {
    const { leader, from, where } = completed(source, conditions, selection, true, context)
    return sql`select ${raw(`${leader}.item_id, ${leader}.language_id, ${entry}.model_id`)}
      from ${from} where ${all(where)}`
  })
  if (queries.length === 0)
    return raw('select item_id, language_id, model_id from entries where 1 = 0')
  return join(queries, sources.some(({ overlaps }) => overlaps) ? ' union ' : ' union all ')
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
