/** One page of a list with its exact total, in one statement. */
import type { Selection } from '../../../query/tree.ts'
import type { Connection, Dialect } from '../../dialect.ts'
import type { Page } from '../../reading.ts'
import { generationsText } from '../generations.ts'
import { raw, sql, type Sql } from '../sql.ts'
import type { State } from '../states.ts'
import { countChoice, numbersFor, pageChoice } from './choices.ts'
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
  const count = countQuery(selection, countChoice(selection, estimates), context)
  // Where nobody knows yet how things stand, the page tells.
  const isStateKnown = state.known() !== undefined
  const versions = isStateKnown ? raw('null') : generationsText(dialect)
  // Having asked for estimates already, it reads the bodies along: one statement less later.
  const body = hasAsked ? '(select d.body from documents d where d.id = e.document_id)' : 'null'
  const rows = await connection.all<PageRow>(
    sql`select ${raw(entryColumns)}, ${raw(body)} as body, position,
        cast(null as bigint) as generation, cast(null as bigint) as total, null as versions
      from (select item_id, scope, row_number() over () as position from (${page}) rows) page
      ${dialect.reading.thenJoin} entries e on e.scope = page.scope and e.item_id = page.item_id
      union all
      select null, null, null, null, null, null, null, null, null, generation,
        case when generation = ${known?.generation ?? -1} then null else ${count} end, ${versions}
      from (${generationQuery(selection, context)}) generations
      order by position nulls last`,
  )
  const last = rows.pop()
  if (!isStateKnown) state.learn(last?.versions ?? null)
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
