/** One page of a list with its exact total, in one statement; of a short list all ids besides. */
import type { Selection } from '../../../query/tree.ts'
import type { Connection } from '../dialect.ts'
import type { Entry, Page, PageRequest } from '../../reading.ts'
import { OverBudget } from '../../reader.ts'
import { raw } from '../sql.ts'
import type { State } from '../../versions/states.ts'
import { sumOf, type Versions } from '../../versions/versions.ts'
import {
  countChoice,
  isListedWhole,
  rowsToCount,
  unitsToVisit,
  visitsAll,
  type KnownTotal,
} from './choices.ts'
import { numbersFor } from './estimates.ts'
import { entryOf, type EntryRow } from './lookups.ts'
import type { ReadMemory, RememberedTotal } from './memory.ts'
import { pageStatement } from './page-statement.ts'
import type { Window } from './statements.ts'
import { totalShape } from './totals.ts'

/** An entry, or in the one row that has no item what there is to say of all. */
interface PageRow extends Omit<EntryRow, 'item_id'> {
  item_id: number | null
  generation: number | null
  total: number | null
  versions: string | null
  ids: string | null
}

export async function readPage(
  selection: Selection,
  window: PageRequest,
  connection: Connection,
  memory: ReadMemory,
  state: State,
): Promise<Page> {
  const { dialect } = connection
  const context = { dialect, sight: selection.sight }
  const { estimates, hasAsked } = await numbersFor(selection, memory.estimates, connection, context)
  const planning = { selection, estimates, context }
  const shape = totalShape(selection)
  const known = memory.totals.get(shape)
  const now = state.known()
  const total = totalKnown(known, selection, now)
  const counting = countChoice(planning)
  const { mostListed } = memory
  const isWhole = isListedWhole(planning, window, counting, total, mostListed)
  const rowsToVisit = rowsToCount(planning, counting) ?? known?.total ?? 0
  const visits = isWhole || visitsAll(planning, total)
  const units = visits ? (unitsToVisit(planning, counting) ?? rowsToVisit) : 0
  if (window.offset + units > (connection.mostUnits ?? Infinity)) {
    throw new OverBudget('the page needs too many rows', false)
  }
  const statement = pageStatement(planning, window, {
    counting,
    knownGeneration: known?.generation ?? -1,
    mostListed: isWhole ? mostListed : null,
    // One statement less later: where estimates were asked for already, or each one is a long way.
    hasBodies: window.wantsBodies === true && (hasAsked || dialect.reading.isFarAway),
  })
  // Where the versions are not known yet, the page statement reports them.
  const rows = await connection.all<PageRow>(statement(now ? raw('null') : state.text()))
  const told = toldBy(rows)
  if (!state.known()) state.learn(told.versions)
  // Those that are asked for by their ids are few, and seldom the same.
  if (!asksForIds(selection)) noteTotal(memory, shape, known, told)
  const all = told.total ?? known?.total ?? 0
  return { ...pageOf(rows, told.ids, all, window, isWhole ? mostListed : 0), cost: rowsToVisit }
}

function totalKnown(
  known: RememberedTotal | undefined,
  { dependsOn }: Selection,
  now: Versions | undefined,
): KnownTotal {
  const isCurrent = now !== undefined && sumOf(now, dependsOn) === known?.generation
  return { last: known?.total, isCurrent, readings: known?.readings ?? 0 }
}

function asksForIds({ conditions }: Selection): boolean {
  return conditions.some(({ kind }) => kind === 'id')
}

function noteTotal(
  { totals }: ReadMemory,
  shape: string,
  known: RememberedTotal | undefined,
  { generation, total }: ReturnType<typeof toldBy>,
): void {
  if (known?.generation === generation) known.readings++
  else totals.set(shape, { generation, total: total ?? 0, readings: 1 })
}

function toldBy(rows: readonly PageRow[]) {
  const row = rows.find(({ item_id: id }) => id === null)
  return {
    generation: row?.generation ?? 0,
    total: row?.total ?? null,
    versions: row?.versions ?? '',
    ids: JSON.parse(row?.ids ?? '[]') as number[],
  }
}

/** The ids are those of the page, or where the list is no longer than that of all of it. */
function pageOf(
  rows: readonly PageRow[],
  ids: readonly number[],
  total: number,
  { limit, offset }: Window,
  mostListed: number,
): Omit<Page, 'cost'> {
  if (mostListed === 0 || total > mostListed) return { entries: inOrder(rows, ids), total }
  return { entries: inOrder(rows, ids.slice(offset, offset + limit)), total, ids }
}

function inOrder(rows: readonly PageRow[], ids: readonly number[]): Entry[] {
  const byId = new Map(rows.filter(isEntry).map((row) => [row.item_id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [entryOf(row)] : []
  })
}

function isEntry(row: PageRow): row is PageRow & EntryRow {
  return row.item_id !== null
}
