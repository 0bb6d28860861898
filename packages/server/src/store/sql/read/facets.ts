/**
 * Counts the values of fields over all items of a selection, in one statement. The items are found once; the
 * keys of each are then looked up. Without conditions, the index of the keys alone has the counts.
 */
import type { Facet, Selection } from '../../../query/tree.ts'
import type { Connection } from '../dialect.ts'
import type { FacetResult } from '../../reading.ts'
import { join, raw, sql, type Sql } from '../sql.ts'
import { countChoice } from './choices.ts'
import { groupedFields, isVisible, ofModels } from './conditions.ts'
import { all, any, areOf, isIn, type ReadContext } from './context.ts'
import { estimatesFor } from './estimates.ts'
import type { ReadCache } from './read-cache.ts'
import { keySource } from './key-sources.ts'
import { matchesQuery } from './counts.ts'

/** Values of one facet that a response lists. */
const maxValues = 100

interface FacetRow {
  facet: number
  key: string | null
  /** Null for the greatest key of a range, after the least. */
  count: number | null
}

export async function readFacets(
  selection: Selection,
  facets: readonly Facet[],
  connection: Connection,
  cache: ReadCache,
): Promise<FacetResult[]> {
  if (facets.length === 0) return []
  const { dialect } = connection
  const given = { dialect, visibility: selection.visibility }
  const { estimates } = await estimatesFor(selection, cache.estimates, connection, given)
  const context = { ...given, counts: estimates?.counts }
  const counting = countChoice({ selection, estimates, context })
  const keys = facets.map((facet) => directKeys(facet, selection, context))
  const joined = keys.filter((direct) => !direct).length
  const matches = joined > 0 ? matchesQuery(selection, counting, joined, context) : undefined
  const queries = facets.map((facet, index) =>
    facetQuery(facet, index, keys[index] ?? matchedKeys(facet, context), context),
  )
  const found = matches ? sql`with matches as materialized (${matches}) ` : raw('')
  const rows = await connection.all<FacetRow>(sql`${found}${join(queries, ' union all ')}`)
  return facets.map(({ kind }, index) => {
    const own = rows.filter(({ facet }) => facet === index)
    return isRange(kind) ? rangeOf(own) : countsOf(own)
  })
}

function isRange(kind: Facet['kind']): boolean {
  return kind === 'number' || kind === 'date'
}

function countsOf(rows: readonly FacetRow[]): FacetResult {
  return { kind: 'counts', counts: rows.map(({ key, count }) => [key ?? '', count ?? 0]) }
}

function rangeOf(rows: readonly FacetRow[]): FacetResult {
  const least = rows.find(({ count }) => count !== null)
  const greatest = rows.find(({ count }) => count === null)
  return { kind: 'range', min: least?.key ?? null, max: greatest?.key ?? null }
}

/** `keys` selects one `key` for each item and value. */
function facetQuery({ kind }: Facet, index: number, keys: Sql, context: ReadContext): Sql {
  const name = raw(`cast(${index} as bigint)`)
  const alias = raw(`f${index}`)
  if (isRange(kind)) {
    return sql`select ${name} as facet, key, count from (
      select min(key) as key, cast(0 as bigint) as count from (${keys}) ${alias}
      union all select max(key), cast(null as bigint) from (${keys}) ${raw(`g${index}`)}) ${raw(`r${index}`)}`
  }
  const isShown = kind === 'id' ? [isVisible('counted.key', `v${index}`, context)] : []
  const value = raw(kind === 'id' ? 'cast(counted.key as bigint)' : 'counted.key')
  return sql`select ${name} as facet, key, count from (
    select counted.key, counted.count
    from (select key, count(*) as count from (${keys}) ${alias} group by key) counted
    where ${all(isShown)} order by counted.count desc, ${value} limit ${raw(String(maxValues))}) ${raw(`c${index}`)}`
}

/** The keys of all items of a list without conditions; undefined if their entries must be checked. */
function directKeys(
  { targets }: Facet,
  selection: Selection,
  context: ReadContext,
): Sql | undefined {
  const { conditions, spaceIds, visibility, modelIds } = selection
  const [rule, ...others] = visibility.scopes
  const isWhole = conditions.length === 0 && !spaceIds && others.length === 0
  const mine = targets.filter((target) => target.modelIds.some((id) => modelIds.includes(id)))
  if (!rule || !isWhole || mine.some(({ isShared }) => isShared) || mine.length === 0)
    return undefined
  const { from, leader } = keySource(mine, raw('1 = 1'), selection, rule, 'e', context)
  return sql`select ${raw(leader)}.key from ${from}`
}

/** The keys of the matching items. */
function matchedKeys({ targets }: Facet, context: ReadContext): Sql {
  const { dialect, visibility } = context
  const ofFields = groupedFields(targets).map(({ fieldIds, modelIds }) =>
    ofModels(modelIds, 'm', isIn(dialect, 'k.field_id', fieldIds), context),
  )
  return sql`select k.key from matches m
    ${dialect.reading.thenJoin} index_keys k${dialect.reading.indexedBy('index_keys_by_item')}
      on ${areOf('m', 'k', visibility)} and ${any(ofFields)}`
}
