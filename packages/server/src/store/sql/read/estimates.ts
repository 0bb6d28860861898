/** Capped counts that the choice of a plan rests on, remembered between requests. */
import type { Condition, Selection } from '../../../query/tree.ts'
import type { BoundedMap } from '../../cache/aged-map.ts'
import type { Connection } from '../dialect.ts'
import { join, literal, raw, sql, type Sql } from '../sql.ts'
import { probe } from './conditions.ts'
import { all, type ReadContext } from './context.ts'
import { effectiveOrder } from './sorting.ts'
import { storedCount } from './totals.ts'
import { canLead, leadsByCreation } from './condition-facts.ts'
import { keywordsIn, sourcesOf, targetIds } from './sources.ts'
import { isOn } from './walks.ts'

/** Counting stops here, after a few milliseconds: more rows than this are many. */
export const mostCounted = 50_000
/** Targets of a path; more are not gone through one by one. */
const targetCap = 1_000

export interface Estimates {
  readonly size: number
  readonly counts: ReadonlyMap<Condition, number>
}

/** True where there is a choice that only numbers can decide. */
function needsEstimates(selection: Selection): boolean {
  const order = effectiveOrder(selection)
  const leading = selection.conditions.filter(canLead).filter((condition) => {
    const by = order[0]?.by
    return !(by?.kind === 'field' && isOn(condition, by.targets)) && condition.kind !== 'id'
  })
  const [only] = leading
  if (!only || selection.conditions.some(({ kind }) => kind === 'id')) return false
  return leading.length > 1 || !(leadsByCreation(only) && isOrderedByCreation(selection))
}

export function isOrderedByCreation(selection: Selection): boolean {
  const [first, ...others] = effectiveOrder(selection)
  const isAlone =
    first?.by.kind === 'time' && first.by.column === 'created_at' && others.length === 0
  return isAlone && first.isDescending === selection.isTieDescending
}

/** Asks for numbers where there is a choice that only they can decide. */
export async function numbersFor(
  selection: Selection,
  memory: BoundedMap<string, number>,
  connection: Connection,
  context: ReadContext,
): Promise<{ estimates: Estimates | null; hasAsked: boolean }> {
  if (!needsEstimates(selection)) return { estimates: null, hasAsked: false }
  return estimate(selection, memory, connection, context)
}

/** Counts in one statement what is not remembered; says whether it had to ask. */
export async function estimate(
  selection: Selection,
  memory: BoundedMap<string, number>,
  connection: Connection,
  context: ReadContext,
): Promise<{ estimates: Estimates; hasAsked: boolean }> {
  const { sight, modelIds, conditions } = selection
  const sizeKey = JSON.stringify([sight.scopes, modelIds])
  const keys = conditions.map((condition) =>
    condition.kind === 'text'
      ? JSON.stringify(['text', keywordsIn(conditions, condition.keyword)])
      : JSON.stringify([
          sight,
          modelIds,
          condition,
          ...conditions.filter((one) => isSameTime(one, condition)),
        ]),
  )
  // Looked up once: what is remembered at one moment may be forgotten at the next.
  const numbers = new Map<string, number>()
  const asked = new Map<string, Sql>()
  const look = (key: string, query: () => Sql): void => {
    if (numbers.has(key) || asked.has(key)) return
    const known = memory.get(key)
    if (known === undefined) asked.set(key, query())
    else numbers.set(key, known)
  }
  look(sizeKey, () => sql`(${storedCount({ ...selection, spaceIds: null }, context)})`)
  conditions.forEach((condition, index) => {
    if (canLead(condition))
      look(keys[index] ?? '', () => estimateQuery(condition, selection, context))
  })
  if (asked.size > 0) {
    const columns = Array.from(
      asked.values(),
      (query, index) => sql`${query} as ${raw(`c${index}`)}`,
    )
    const [row] = await connection.all<Record<string, number>>(sql`select ${join(columns, ', ')}`)
    for (const [index, key] of [...asked.keys()].entries()) {
      const count = row?.[`c${index}`] ?? 0
      numbers.set(key, count)
      memory.set(key, count)
    }
  }
  const size = numbers.get(sizeKey) ?? 0
  const counts = new Map<Condition, number>()
  conditions.forEach((condition, index) => {
    const count = numbers.get(keys[index] ?? '')
    if (count === undefined) return
    counts.set(condition, count < mostCounted ? count : Math.max(count, size / 5))
  })
  return { estimates: { size, counts }, hasAsked: asked.size > 0 }
}

/** The other end of a range of times narrows the same walk. */
function isSameTime(a: Condition, b: Condition): boolean {
  return a.kind === 'time' && b.kind === 'time' && a.column === b.column
}

function estimateQuery(condition: Condition, selection: Selection, context: ReadContext): Sql {
  if (condition.kind === 'text') {
    const keywords = keywordsIn(selection.conditions, condition.keyword)
    const candidates = context.dialect.reading.candidates(keywords)
    return sql`(select count(*) from (select id from (${candidates}) every limit ${literal(mostCounted)}) found)`
  }
  const siblings = selection.conditions
    .filter((other) => other !== condition && isSameTime(other, condition))
    .map((other) => probe(other, 'e', context))
  const counts = context.sight.scopes.flatMap((rule) =>
    sourcesOf(condition, selection, rule, 'e', context).map(
      ({ from, where }) =>
        sql`(select count(*) from (select 1 as one from ${from}
          where ${all([...where, ...siblings])} limit ${literal(mostCounted)}) found)`,
    ),
  )
  if (counts.length === 0) return raw('0')
  const sum = join(counts, ' + ')
  if (condition.kind !== 'through') return sql`(${sum})`
  // Where a path has many targets, going through all of them is no bargain whatever they give.
  const targets = sql`(select count(*) from (select key from (${targetIds(condition.inner, 'te', context)}) every
    limit ${literal(targetCap)}) targets)`
  return sql`(case when ${targets} < ${targetCap} then ${sum} else ${mostCounted} end)`
}
