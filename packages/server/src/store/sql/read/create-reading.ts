import type { Condition, Selection } from '../../../query/tree.ts'
import type { Connection, Dialect } from '../../dialect.ts'
import type { Entry, Reading, Side } from '../../reading.ts'
import { join, raw, sql, type Sql } from '../sql.ts'
import { isId, type ReadContext } from './context.ts'
import { estimate, isOrderedByCreation, needsEstimates, type Estimates } from './estimates.ts'
import { entryOf, lookups, type EntryRow } from './lookups.ts'
import type { ReadMemory } from './memory.ts'
import { listsAfter, reversed, type Position } from './neighbours.ts'
import { chooseCount, choosePage, type Choice, type Estimated } from './plan.ts'
import { effectiveOrder, sortColumns, upToId } from './sorting.ts'
import { canLead, leadsByCreation } from './sources.ts'
import { countQuery, entryColumns, pageQuery, type Window } from './statements.ts'
import { isOn, walkParts } from './walks.ts'

export function createReading(
  connection: Connection,
  dialect: Dialect,
  memory: ReadMemory,
): Reading {
  return {
    ...lookups(connection, dialect),
    page: (selection, window) => readPage(selection, window, connection, dialect, memory),
    neighbours: async (selection, itemId, sides) => {
      const context = { dialect, sight: selection.sight }
      const { estimates } = await numbersFor(selection, memory, connection, context)
      return readNeighbours(selection, itemId, sides, estimates, connection, context)
    },
  }
}

async function numbersFor(
  selection: Selection,
  memory: ReadMemory,
  connection: Connection,
  context: ReadContext,
): Promise<{ estimates: Estimates | null; hasAsked: boolean }> {
  if (!needsEstimates(selection)) return { estimates: null, hasAsked: false }
  return estimate(selection, memory.estimates, connection, context)
}

interface PageRow extends EntryRow {
  generation: number | null
  total: number | null
}

async function readPage(
  selection: Selection,
  window: Window,
  connection: Connection,
  dialect: Dialect,
  memory: ReadMemory,
): Promise<{ entries: Entry[]; total: number }> {
  const context = { dialect, sight: selection.sight }
  const { estimates, hasAsked } = await numbersFor(selection, memory, connection, context)
  const { sight, modelIds, spaceIds, conditions, schemaVersion } = selection
  const shape = JSON.stringify([sight, modelIds, spaceIds, conditions, schemaVersion])
  const known = memory.totals.get(shape)
  const page = pageQuery(
    selection,
    pageChoice(selection, window, estimates, context),
    window,
    context,
  )
  const count = countQuery(selection, countChoice(selection, estimates), context)
  // Having asked for estimates already, it reads the bodies along: one statement less later.
  const body = hasAsked ? '(select d.body from documents d where d.id = document_id)' : 'null'
  const rows = await connection.all<PageRow>(
    sql`select ${raw(entryColumns)}, ${raw(body)} as body,
        cast(null as bigint) as generation, cast(null as bigint) as total
      from (${page}) page
      union all
      select null, null, null, null, null, null, null, null, generation,
        case when generation = ${known?.generation ?? -1} then null else ${count} end
      from (${generationQuery(selection, context)}) generation`,
  )
  const last = rows.pop()
  const generation = last?.generation ?? 0
  const total = last?.total ?? known?.total ?? 0
  if (generation !== known?.generation) memory.totals.set(shape, { generation, total })
  return { entries: rows.map(entryOf), total }
}

/** Grows with every change to the models that decide what matches. */
function generationQuery({ dependsOn }: Selection, { dialect }: ReadContext): Sql {
  return sql`select cast(coalesce(sum(value), 0) as bigint) as generation from generations
    where ${isId(dialect, 'model_id', dependsOn)}`
}

/** What to take for the size of a list about which nothing was asked, and for the share of a condition. */
const guessedSize = 1_000_000
const guessedShare = 1 / 20

function estimated(
  selection: Selection,
  estimates: Estimates | null,
): { size: number; conditions: Estimated[] } {
  const size = estimates?.size ?? guessedSize
  const isByCreation = isOrderedByCreation(selection)
  const conditions = selection.conditions.map((condition, index) => ({
    count: countOf(condition, estimates?.counts[index] ?? undefined, size),
    isInOrder: isByCreation && leadsByCreation(condition),
  }))
  return { size, conditions }
}

function countOf(condition: Condition, count: number | undefined, size: number): number | null {
  if (!canLead(condition)) return null
  if (condition.kind === 'id') return condition.ids.length
  if (condition.kind === 'time' && condition.comparison === 'eq') return 1
  return count ?? size * guessedShare
}

function pageChoice(
  selection: Selection,
  { limit, offset }: Window,
  estimates: Estimates | null,
  context: ReadContext,
): Choice {
  const { size, conditions } = estimated(selection, estimates)
  const by = effectiveOrder(selection)[0]?.by
  const free = conditions.map((condition, index) => {
    const asked = selection.conditions[index]
    // The walk takes this one along by itself.
    const isTaken = by?.kind === 'field' && asked && isOn(asked, by.targets) && !estimates
    return isTaken ? { ...condition, count: null } : condition
  })
  const canWalk = walkParts(selection, context) !== undefined
  return choosePage({ size, window: limit + offset, canWalk, conditions: free })
}

function countChoice(selection: Selection, estimates: Estimates | null): Choice {
  return chooseCount(estimated(selection, estimates))
}

async function readNeighbours(
  selection: Selection,
  itemId: number,
  sides: readonly Side[],
  estimates: Estimates | null,
  connection: Connection,
  context: ReadContext,
): Promise<Partial<Record<Side, Entry>>> {
  const position = await positionOf(selection, itemId, connection, context)
  const found: Partial<Record<Side, Entry>> = {}
  if (!position) return found
  let open = sides.map((side) => {
    const list = side === 'next' ? selection : reversed(selection)
    return { side, lists: listsAfter(list, upToId(list.order), position) }
  })
  while (open.length > 0) {
    const queries = open.map(({ side, lists }) => {
      const near = nearest(lists.splice(0, listsAtOnce), estimates, context)
      return sql`select ${raw(`'${side}' as side, ${entryColumns}`)}, null as body
        from (${near}) ${raw(`near_${side}`)}`
    })
    const rows = await connection.all<EntryRow & { side: Side }>(join(queries, ' union all '))
    for (const row of rows) found[row.side] = entryOf(row)
    open = open.filter(({ side, lists }) => !found[side] && lists.length > 0)
  }
  return found
}

/** Enough for every usual order; an order of many names takes several statements. */
const listsAtOnce = 4

async function positionOf(
  selection: Selection,
  itemId: number,
  connection: Connection,
  context: ReadContext,
): Promise<Position | undefined> {
  const order = upToId(selection.order)
  const { sight } = selection
  const rules = sight.scopes.map(({ scope, lacking }) => {
    const lacks = lacking === null ? raw('') : sql` and (e.language_mask & ${lacking}) = 0`
    return sql`select e.item_id${sortColumns(order, 'e', context)} from entries e
      where e.scope = ${scope} and e.item_id = ${itemId}${lacks}`
  })
  const [row] = await connection.all<Record<string, string | number | null>>(
    join(rules, ' union all '),
  )
  if (!row) return undefined
  return { itemId, values: order.map((_, index) => row[`s${index}`] ?? null) }
}

/** The first row of the first list that has one. */
function nearest(
  lists: readonly Selection[],
  estimates: Estimates | null,
  context: ReadContext,
): Sql {
  const window = { limit: 1, offset: 0 }
  const queries = lists.map((list, index) => {
    const choice = pageChoice(list, window, estimates, context)
    return sql`select ${raw(entryColumns)} from (${pageQuery(list, choice, window, context)}) ${raw(`n${index}`)}`
  })
  return sql`${join(queries, ' union all ')} limit 1`
}
