/** Capped counts for choosing a plan, cached between requests. */
import type { Condition, Selection } from '../../../query/tree.ts'
import type { BoundedMap } from '../../cache/aged-map.ts'
import type { Connection } from '../dialect.ts'
import { join, literal, raw, sql, type Sql } from '../sql.ts'
import { probe } from './conditions.ts'
import { all, type ReadContext } from './context.ts'
import { effectiveOrder } from './sorting.ts'
import { storedCount } from './totals.ts'
import { canLead, hasChoice, hintsOf, leadsByCreation, startHint } from './condition-facts.ts'
import { hasManyTargets, hasRows, isPointing } from './hidden-targets.ts'
import { sourcesOf, targetIds } from './sources.ts'
import { keywordsIn } from './text-sources.ts'
import { isOn } from './field-walks.ts'

/** Counting stops at this number, after a few milliseconds. */
export const maxCounted = 50_000
/** The same for the items that a negation does not exclude: if they are many, they are not worth sorting. */
export const maxCountedOthers = 5_000
/** Maximum number of path targets that are followed one by one. */
const targetCap = 1_000
/** Rows that are skipped instead of counted, and the assumed number if there are fewer. */
const maxSkipped = 1_000
/** The same for a path: testing an item for it costs as much as reading ten of these rows. */
const maxSkippedOfPath = 10_000
const fewRows = 50
/** More than any number of rows. */
const manyRows = 1_000_000_000_000

/** Without a total, nothing is counted: an estimate says only whether the rows are many. */
export type Measure = 'count' | 'skip'

export interface Estimates {
  readonly size: number
  readonly counts: ReadonlyMap<Condition, number>
}

/** Whether choosing a plan needs estimates. */
function needsEstimates(selection: Selection): boolean {
  const order = effectiveOrder(selection)
  const leading = selection.conditions.filter(canLead).filter((condition) => {
    const by = order[0]?.by
    return !(by && isOn(condition, by)) && condition.kind !== 'id'
  })
  const [only] = leading
  if (!only || selection.conditions.some(({ kind }) => kind === 'id')) return false
  if (leading.length > 1 || leading.some(hasChoice)) return true
  return !(leadsByCreation(only) && isOrderedByCreation(selection))
}

export function isOrderedByCreation(selection: Selection): boolean {
  const [first, ...others] = effectiveOrder(selection)
  const isAlone =
    first?.by.kind === 'time' && first.by.column === 'created_at' && others.length === 0
  return isAlone && first.isDescending === selection.isTieDescending
}

/** Reads estimates if choosing a plan needs them. */
export async function estimatesFor(
  selection: Selection,
  cache: BoundedMap<string, number>,
  connection: Connection,
  context: ReadContext,
  measure: Measure = 'count',
): Promise<{ estimates: Estimates | null; hasQueried: boolean }> {
  if (!needsEstimates(selection)) return { estimates: null, hasQueried: false }
  return estimate(selection, cache, connection, context, measure)
}

/** Reads missing estimates in one statement. `hasQueried`: whether that was necessary. */
export async function estimate(
  selection: Selection,
  cache: BoundedMap<string, number>,
  connection: Connection,
  context: ReadContext,
  measure: Measure = 'count',
): Promise<{ estimates: Estimates; hasQueried: boolean }> {
  const { visibility, modelIds, conditions } = selection
  const sizeKey = JSON.stringify([visibility.scopes, modelIds])
  const leaves = conditions.flatMap(leavesOf)
  const keys = leaves.map((condition) =>
    isSearched(condition)
      ? JSON.stringify(['text', keywordsIn(conditions, condition.keyword)])
      : JSON.stringify([
          visibility,
          modelIds,
          condition,
          ...conditions.filter((one) => isSameTime(one, condition)),
        ]),
  )
  // Looked up once, because an entry may be evicted before a second lookUp-up.
  const numbers = new Map<string, number>()
  const missing = new Map<string, Sql>()
  const keyOf = (key: string): string => (measure === 'count' ? key : `${measure} ${key}`)
  const lookUp = (key: string, query: () => Sql): void => {
    if (numbers.has(key) || missing.has(key)) return
    const cached = cache.get(key) ?? cache.get(keyOf(key))
    if (cached === undefined) missing.set(key, query())
    else numbers.set(key, cached)
  }
  lookUp(sizeKey, () => sql`(${storedCount({ ...selection, spaceIds: null }, context)})`)
  leaves.forEach((condition, index) =>
    lookUp(keys[index] ?? '', () => estimateQuery(condition, selection, context, measure)),
  )
  if (missing.size > 0) {
    const columns = Array.from(
      missing.values(),
      (query, index) => sql`${query} as ${raw(`c${index}`)}`,
    )
    const [row] = await connection.all<Record<string, number>>(sql`select ${join(columns, ', ')}`)
    for (const [index, key] of [...missing.keys()].entries()) {
      const count = row?.[`c${index}`] ?? 0
      numbers.set(key, count)
      cache.set(key === sizeKey ? key : keyOf(key), count)
    }
  }
  const size = numbers.get(sizeKey) ?? 0
  const counts = new Map<Condition, number>()
  leaves.forEach((condition, index) => {
    const count = numbers.get(keys[index] ?? '')
    if (count === undefined) return
    if (count >= manyRows) counts.set(condition, Math.max(maxSkipped, size / 5))
    else counts.set(condition, count < maxCountedOf(condition) ? count : Math.max(count, size / 5))
  })
  for (const condition of conditions) addGroup(condition, counts)
  return { estimates: { size, counts }, hasQueried: missing.size > 0 }
}

function maxCountedOf({ kind }: Condition): number {
  return kind === 'not' ? maxCountedOthers : maxCounted
}

/** Whether grams lead to its matches. */
function isSearched(condition: Condition): condition is Extract<Condition, { kind: 'text' }> {
  return condition.kind === 'text' && !startHint(condition)
}

/** The conditions to count: groups are estimated from their parts. */
function leavesOf(condition: Condition): Condition[] {
  if (!canLead(condition)) return []
  return partsOfGroup(condition)?.flatMap(leavesOf) ?? [condition]
}

function partsOfGroup(condition: Condition): readonly Condition[] | undefined {
  if (condition.kind === 'entry') return hintsOf(condition)
  return condition.kind === 'any' || condition.kind === 'all' ? condition.of : undefined
}

/** Alternatives have at most as many matches as all of them together, and other groups as the rarest. */
function addGroup(condition: Condition, counts: Map<Condition, number>): number | undefined {
  const group = partsOfGroup(condition)
  if (!group) return counts.get(condition)
  const parts = group.flatMap((one) => addGroup(one, counts) ?? [])
  if (parts.length === 0 || !canLead(condition)) return undefined
  const isAny = condition.kind === 'any'
  const count = isAny ? parts.reduce((sum, one) => sum + one, 0) : Math.min(...parts)
  counts.set(condition, count)
  return count
}

/** The other bound of a time range narrows the same walk. */
function isSameTime(a: Condition, b: Condition): boolean {
  return a.kind === 'time' && b.kind === 'time' && a.column === b.column
}

function estimateQuery(
  condition: Condition,
  selection: Selection,
  context: ReadContext,
  measure: Measure,
): Sql {
  /** At most the number that is counted. */
  const number = (rows: Sql): Sql =>
    measure === 'count'
      ? sql`(select count(*) from (${rows} limit ${literal(maxCountedOf(condition))}) found)`
      : sql`(case when ${hasRows(rows, condition.kind === 'through' ? maxSkippedOfPath : maxSkipped)}
          then ${literal(manyRows)} else ${literal(fewRows)} end)`
  if (isSearched(condition)) {
    const keywords = keywordsIn(selection.conditions, condition.keyword)
    const candidates = context.dialect.reading.candidates(keywords)
    return number(sql`select id from (${candidates}) every`)
  }
  const siblings = selection.conditions
    .filter((other) => other !== condition && isSameTime(other, condition))
    .map((other) => probe(other, 'e', context))
  const counts = context.visibility.scopes.flatMap((rule) =>
    sourcesOf(condition, selection, rule, 'e', context).map(({ from, where }) =>
      number(sql`select 1 as one from ${from} where ${all([...where, ...siblings])}`),
    ),
  )
  if (counts.length === 0) return raw('0')
  const sum = join(counts, ' + ')
  if (condition.kind === 'not' && isPointing(condition.of))
    return sql`(case when ${hasManyTargets(condition.of, targetCap, context)}
      then ${literal(maxCounted)} else ${sum} end)`
  if (condition.kind !== 'through') return sql`(${sum})`
  // If a path has many targets, following all of them is never worthwhile.
  const targets = targetIds(condition.inner, 'te', context)
  return sql`(case when ${hasRows(targets, targetCap)} then ${literal(maxCounted)} else ${sum} end)`
}
