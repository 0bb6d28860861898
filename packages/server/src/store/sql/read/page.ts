/** One page of a list with its exact total, in one statement. */
import type { Selection } from '../../../query/tree.ts'
import type { Connection, Dialect } from '../../dialect.ts'
import type { Page } from '../../reading.ts'
import { generationsText } from '../generations.ts'
import { raw, sql, type Sql } from '../sql.ts'
import type { State } from '../states.ts'
import { sumOf } from '../../versions.ts'
import { countChoice, numbersFor, pageChoice, rowsToCount } from './choices.ts'
import { isId, type ReadContext } from './context.ts'
import { entryColumns, entryOf, type EntryRow } from './lookups.ts'
import type { ReadMemory } from './memory.ts'
import { countQuery, pageQuery, type Window } from './statements.ts'

interface PageRow extends EntryRow {
  generation: number | null
  total: number | null
  versions: string | null
}

export async function readPage(
  selection: Selection,
  window: Window,
  connection: Connection,
  dialect: Dialect,
  memory: ReadMemory,
  state: State,
): Promise<Page> {
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
  const counting = countChoice(selection, estimates)
  const count = countQuery(selection, counting, context)
  const now = state.known()
  const isTotalKnown = now !== undefined && sumOf(now, selection.dependsOn) === known?.generation
  const rowsCounted = isTotalKnown
    ? 0
    : (rowsToCount(selection, counting, estimates) ?? known?.total ?? 0)
  const isAside = window.offset + rowsCounted > memory.mostRowsInLine
  // One statement less later: where estimates were asked for already, or each one is a long way.
  const body =
    hasAsked || dialect.reading.isFarAway
      ? '(select d.body from documents d where d.id = e.document_id)'
      : 'null'
  const statement = (versions: Sql): Sql =>
    sql`select ${raw(entryColumns)}, ${raw(body)} as body, position,
        cast(null as bigint) as generation, cast(null as bigint) as total, null as versions
      from (select item_id, scope, row_number() over () as position from (${page}) rows) page
      ${dialect.reading.thenJoin} entries e on e.scope = page.scope and e.item_id = page.item_id
      union all
      select null, null, null, null, null, null, null, null, null, generation,
        case when generation = ${known?.generation ?? -1} then null else ${count} end, ${versions}
      from (${generationQuery(selection, context)}) generations
      order by position nulls last`
  const rows =
    (isAside && (await readAside(statement(generationsText(dialect)), connection, state))) ||
    // Where nobody knows yet how things stand, the page tells.
    (await connection.all<PageRow>(statement(now ? raw('null') : generationsText(dialect))))
  const last = rows.pop()
  if (!state.known()) state.learn(last?.versions ?? null)
  const generation = last?.generation ?? 0
  const total = last?.total ?? known?.total ?? 0
  if (generation !== known?.generation) memory.totals.set(shape, { generation, total })
  return { entries: rows.map(entryOf), total }
}

/** Undefined where it cannot be read aside, or came out of another state. */
async function readAside(
  statement: Sql,
  connection: Connection,
  state: State,
): Promise<PageRow[] | undefined> {
  const rows = await connection.aside?.<PageRow>(statement)
  return rows && (await state.isOf(rows.at(-1)?.versions ?? null)) ? rows : undefined
}

/** Grows with every change to the models that decide what matches. */
function generationQuery({ dependsOn }: Selection, { dialect }: ReadContext): Sql {
  return sql`select cast(coalesce(sum(value), 0) as bigint) as generation from generations
    where ${isId(dialect, 'model_id', dependsOn)}`
}
