/** Reads the items before and after an item, by its position. */
import { withCondition, type OrderKey, type Selection } from '../../../query/tree.ts'
import type { Connection } from '../dialect.ts'
import type { Neighbours, Side } from '../../reading.ts'
import { join, raw, sql, type Sql } from '../sql.ts'
import { pageChoice } from './choices.ts'
import { areOf, inScope, lacks, type ReadContext } from './context.ts'
import { estimate, estimatesFor, type Estimates } from './estimates.ts'
import { entryColumns, entryOf, type EntryRow } from './lookups.ts'
import type { ReadCache } from './read-cache.ts'
import { isEqual, listsAfter, reversed, type Position } from './neighbours.ts'
import { sortValue, upToId } from './sorting.ts'
import { pageQuery } from './statements.ts'

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
  const order = upToId(selection.order)
  const position = await positionOf(selection, order, itemId, connection, context)
  const found: Neighbours = {}
  if (!position) return found
  const ties = order.map((key, index) => isEqual(key, position.values[index] ?? null))
  const tie = ties[0]?.kind === 'keys' ? ties[0] : undefined
  const { estimates } = tie
    ? await estimate(withCondition(selection, tie), cache.estimates, connection, context)
    : await estimatesFor(selection, cache.estimates, connection, context)
  let open = sides.map((side) => {
    const list = side === 'next' ? selection : reversed(selection)
    return { side, lists: listsAfter(list, upToId(list.order), ties, position) }
  })
  while (open.length > 0) {
    const queries = open.map(({ side, lists }) => {
      const near = nearest(lists.splice(0, listsAtOnce), estimates, context)
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

async function positionOf(
  { visibility }: Selection,
  order: readonly OrderKey[],
  itemId: number,
  connection: Connection,
  context: ReadContext,
): Promise<Position | undefined> {
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

/** The first row of the first non-empty list. */
function nearest(
  lists: readonly Selection[],
  estimates: Estimates | null,
  given: ReadContext,
): Sql {
  const context = { ...given, counts: estimates?.counts }
  const window = { limit: 1, offset: 0 }
  const queries = lists.map((list, index) => {
    const choice = pageChoice({ selection: list, estimates, context }, window)
    return sql`select item_id, language_id from (${pageQuery(list, choice, window, context)}) ${raw(`n${index}`)}`
  })
  return sql`${join(queries, ' union all ')} limit 1`
}
