/** Reads the items before and after an item, by its position. */
import {
  withCondition,
  type Condition,
  type Position,
  type Selection,
} from '../../../query/tree.ts'
import type { Connection } from '../dialect.ts'
import type { Neighbours, Side } from '../../reading.ts'
import { join, raw, sql } from '../sql.ts'
import { areOf, inScope, lacks } from './context.ts'
import { estimate, estimatesFor, type Estimates, type Measure } from './estimates.ts'
import { entryColumns, entryOf, type EntryRow } from './lookups.ts'
import type { ReadCache } from './read-cache.ts'
import { isEqual, listsAfter, reversed } from './neighbours.ts'
import { chainQuery } from './page-statement.ts'
import { sortValue, upToId } from './sorting.ts'

/** Enough for common orders; an order of many keys takes several statements. */
const listsAtOnce = 4

export async function readNeighbours(
  selection: Selection,
  itemId: number,
  sides: readonly Side[],
  connection: Connection,
  cache: ReadCache,
): Promise<Neighbours> {
  const { dialect } = connection
  const context = { dialect, visibility: selection.visibility }
  const position = await positionOf(selection, itemId, connection)
  const found: Neighbours = {}
  if (!position) return found
  const ties = tiesAt(selection, position)
  const estimates = await estimatesAt(selection, ties, connection, cache)
  let open = sides.map((side) => {
    const list = side === 'next' ? selection : reversed(selection)
    return { side, lists: listsAfter(list, upToId(list.order), ties, position) }
  })
  while (open.length > 0) {
    const queries = open.map(({ side, lists }) => {
      const near = chainQuery(
        lists.splice(0, listsAtOnce).map((list) => ({ selection: list, estimates, context })),
        1,
      )
      return sql`select ${raw(`'${side}'`)} as side, ${entryColumns(context)}, null as body
        from (${near}) ${raw(`near_${side}`)}
        ${dialect.reading.thenJoin} entries e
          on ${areOf(`near_${side}`, 'e', selection.visibility)}`
    })
    const rows = await connection.all<EntryRow & { side: Side }>(join(queries, ' union all '))
    for (const row of rows) found[row.side] = entryOf(row)
    open = open.filter(({ side, lists }) => !found[side] && lists.length > 0)
  }
  return found
}

/** One condition for each sort key: the item has the same value. */
export function tiesAt({ order }: Selection, { values }: Position): Condition[] {
  return upToId(order).map((key, index) => isEqual(key, values[index] ?? null))
}

/** Estimates for the lists around a position, which often begin with items that share its first key. */
export async function estimatesAt(
  selection: Selection,
  [tie]: readonly Condition[],
  connection: Connection,
  cache: ReadCache,
  measure?: Measure,
): Promise<Estimates | null> {
  const { visibility } = selection
  const context = { dialect: connection.dialect, visibility }
  const { estimates } =
    tie?.kind === 'keys' || tie?.kind === 'through'
      ? await estimate(withCondition(selection, tie), cache.estimates, connection, context, measure)
      : await estimatesFor(selection, cache.estimates, connection, context, measure)
  return estimates
}

/** The position of a visible item. */
export async function positionOf(
  { visibility, order: full }: Selection,
  itemId: number,
  connection: Connection,
): Promise<Position | undefined> {
  const context = { dialect: connection.dialect, visibility }
  const order = upToId(full)
  const columns = order.map(
    ({ by }, index) => sql`, ${sortValue(by, 'e', context)} as ${raw(`s${index}`)}`,
  )
  const rules = visibility.scopes.map((rule) => {
    const tests = lacks('e', rule).map((test) => sql` and ${test}`)
    return sql`select e.item_id${join(columns, '')} from entries e
      where ${inScope('e', rule)} and e.item_id = ${itemId}${join(tests, '')}`
  })
  const [row] = await connection.all<Record<string, string | number | null>>(
    join(rules, ' union all '),
  )
  if (!row) return undefined
  return { itemId, values: order.map((_, index) => row[`s${index}`] ?? null) }
}
