/**
 * The statement for a page. It finds the items once, materializes them, and selects from them the entries
 * of the page, the ids in order and, for a complete list, the total. The ids define the order; the entries
 * are unordered.
 */
import type { Selection } from '../../../query/tree.ts'
import { join, literal, raw, sql, type Sql } from '../sql.ts'
import { listChoice, pageChoice, type Planning } from './choices.ts'
import { areOf, isIn, type ReadContext } from './context.ts'
import { countedBodyOfEntry, entryColumns } from './lookups.ts'
import type { Choice } from './plan.ts'
import { countQuery } from './counts.ts'
import { pageQuery, reachable, type Window } from './statements.ts'

export interface PagePlan {
  /** How to count the total; null to omit it. */
  readonly counting: Choice | null
  /** The generation for which the total is cached. */
  readonly cachedGeneration: number
  /** Maximum length of a list to return completely; null to read only the page. */
  readonly maxListed: number | null
  /** Lists to read one after the other instead of the selection; null without a cursor. */
  readonly chain: readonly Planning[] | null
  readonly hasBodies: boolean
}

/** Returns a function that takes the expression for the versions. */
export function pageStatement(
  planning: Planning,
  requested: Window,
  plan: PagePlan,
): (versions: Sql) => Sql {
  const { selection, context } = planning
  const { thenJoin } = context.dialect.reading
  const found = foundBy(planning, reachable(requested), plan)
  const body = plan.hasBodies ? countedBodyOfEntry(context.dialect) : raw('null')
  return (versions) => sql`with found as materialized (${found.query})
    select ${entryColumns(context)}, ${body} as body, cast(null as bigint) as generation,
      cast(null as bigint) as total, null as versions, null as ids
    from ${found.page} page
    ${thenJoin} entries e on ${areOf('page', 'e', context.visibility)}
    union all
    select null, null, null, null, null, null, null, null, generation, ${found.total}, ${versions},
      ${found.ids}
    from (${generationQuery(selection, context)}) generations${found.counted}`
}

interface Found {
  /** Selects `item_id` and `language_id`, in order. */
  readonly query: Sql
  /** The part of it that the page shows. */
  readonly page: Sql
  readonly counted: Sql
  readonly total: Sql
  readonly ids: Sql
}

function foundBy(
  planning: Planning,
  window: Window,
  { counting, cachedGeneration, maxListed, chain }: PagePlan,
): Found {
  const { selection, context } = planning
  const { textOfIds } = context.dialect.reading
  const count = counting ? countQuery(selection, counting, context) : noCount
  const query = (choice: Choice, wanted: Window): Sql =>
    sql`select item_id, language_id from (${pageQuery(selection, choice, wanted, context)}) rows`
  const { limit, offset } = window
  if (maxListed === null) {
    return {
      query: chain ? chainQuery(chain, limit + 1) : query(pageChoice(planning, window), window),
      page: chain ? sql`(select item_id, language_id from found limit ${limit})` : raw('found'),
      counted: raw(''),
      total: sql`case when generation = ${cachedGeneration} then null else ${count} end`,
      ids: sql`(select ${textOfIds} from found)`,
    }
  }
  const page = sql`(select item_id, language_id from found limit ${limit} offset ${offset})`
  // One more than the maximum shows that there are more.
  const bound = Math.max(maxListed, offset + limit) + 1
  const all = query(listChoice(planning), { limit: bound, offset: 0 })
  if (!counting) {
    const ids = sql`(select ${textOfIds} from found)`
    return { query: all, page, counted: raw(''), total: noCount, ids }
  }
  return {
    query: all,
    page,
    counted: raw(', (select count(*) as length from found) counted'),
    total: sql`case when length < ${bound} then length else ${count} end`,
    ids: sql`case when length <= ${maxListed} then (select ${textOfIds} from found)
      else (select ${textOfIds} from ${page} shown) end`,
  }
}

/** The first rows of several lists, one after the other. */
export function chainQuery(lists: readonly Planning[], limit: number): Sql {
  const window = { limit, offset: 0 }
  const queries = lists.map((planning, index) => {
    const { selection, estimates } = planning
    const context = { ...planning.context, counts: estimates?.counts }
    const query = pageQuery(selection, pageChoice(planning, window), window, context)
    return sql`select item_id, language_id from (${query}) ${raw(`n${index}`)}`
  })
  return sql`${join(queries, ' union all ')} limit ${literal(limit)}`
}

const noCount = raw('cast(null as bigint)')

/** Increases with every change of the models that decide what matches. */
function generationQuery({ dependsOn }: Selection, { dialect }: ReadContext): Sql {
  return sql`select cast(coalesce(sum(value), 0) as bigint) as generation from generations
    where ${isIn(dialect, 'model_id', dependsOn)}`
}
