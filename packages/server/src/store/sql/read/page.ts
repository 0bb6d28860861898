/** One page of a list with its exact total, in one statement; for a short list also all ids. */
import type { Position, Selection } from '../../../query/tree.ts'
import type { Connection } from '../dialect.ts'
import type { Entry, Page, PageRequest } from '../../reading.ts'
import { OverBudget } from '../../reader.ts'
import { raw } from '../sql.ts'
import type { State } from '../../versions/versions.ts'
import { sumOf } from '../../versions/versions.ts'
import type { Versions } from '../../store.ts'
import {
  countChoice,
  listsAll,
  rowsToCount,
  unitsToVisit,
  visitsAll,
  type LastTotal,
  type Planning,
} from './choices.ts'
import { estimatesFor, type Measure } from './estimates.ts'
import { entryOf, type EntryRow } from './lookups.ts'
import type { ReadCache, CachedTotal } from './read-cache.ts'
import { listsAfter } from './neighbours.ts'
import { pageStatement } from './page-statement.ts'
import { estimatesAt, positionOf, tiesAt } from './read-neighbours.ts'
import { upToId } from './sorting.ts'
import type { Window } from './statements.ts'
import { totalShape } from './totals.ts'

/** An entry; or, in the one row without an item, the values for the whole page. */
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
  cache: ReadCache,
  state: State,
): Promise<Page> {
  const { dialect } = connection
  const given = { dialect, visibility: selection.visibility }
  const { hasTotal = true } = window
  const { estimates, hasQueried } = await estimatesFor(
    selection,
    cache.estimates,
    connection,
    given,
    measureFor(window),
  )
  const context = { ...given, counts: estimates?.counts }
  const planning = { selection, estimates, context }
  const chain = await chainOf(planning, window, connection, cache)
  const shape = totalShape(selection)
  const cached = cache.totals.get(shape)
  const now = state.cached()
  const total = lastTotalOf(cached, selection, now, hasTotal)
  const counting = countChoice(planning)
  const { maxListed } = cache
  const isFullList = !chain && listsAll(planning, window, counting, total, maxListed)
  const rowsToVisit = rowsToCount(planning, counting) ?? cached?.total ?? 0
  const visits = isFullList || visitsAll(planning, total)
  const units = visits ? (unitsToVisit(planning, counting) ?? rowsToVisit) : 0
  if (window.offset + units > (connection.maxUnits ?? Infinity)) {
    throw new OverBudget('the page needs too many rows', false)
  }
  const statement = pageStatement(planning, window, {
    counting: hasTotal ? counting : null,
    cachedGeneration: cached?.generation ?? -1,
    maxListed: isFullList ? maxListed : null,
    chain,
    // Saves a later statement, if estimates were read already or round trips are slow.
    hasBodies: window.wantsBodies === true && (hasQueried || dialect.reading.isRemote),
  })
  // If the versions are not cached, the page statement reports them.
  const rows = await connection.all<PageRow>(statement(now ? raw('null') : state.text()))
  const reported = reportedBy(rows, isFullList && !hasTotal ? maxListed : 0)
  if (!state.cached()) state.record(reported.versions)
  // Lists filtered by ids are small, and rarely the same.
  if (!filtersById(selection)) cacheTotal(cache, shape, cached, reported)
  const { ids } = reported
  const known = totalOf(reported, cached)
  const page = pageOf(rows, ids, known, window, isFullList ? maxListed : 0)
  const next = chain && { next: await nextPosition(selection, window, ids, connection) }
  return { ...page, ...next, cost: rowsToVisit }
}

function measureFor({ hasTotal = true }: PageRequest): Measure {
  return hasTotal ? 'count' : 'skip'
}

/** Null if the total was not requested and is not known. */
function totalOf(
  { generation, total }: ReturnType<typeof reportedBy>,
  cached: CachedTotal | undefined,
): number | null {
  return total ?? (generation === cached?.generation ? cached.total : null)
}

/** With a cursor: the lists after its position, in order. */
async function chainOf(
  planning: Planning,
  window: PageRequest,
  connection: Connection,
  cache: ReadCache,
): Promise<Planning[] | null> {
  const { after } = window
  if (after === undefined) return null
  if (after === null) return [planning]
  const { selection, context } = planning
  const ties = tiesAt(selection, after)
  const estimates = await estimatesAt(selection, ties, connection, cache, measureFor(window))
  return listsAfter(selection, upToId(selection.order), ties, after).map((list) => ({
    selection: list,
    estimates,
    context,
  }))
}

/** `ids` has one more id than the page if there are more items. */
async function nextPosition(
  selection: Selection,
  { limit }: Window,
  ids: readonly number[],
  connection: Connection,
): Promise<Position | null> {
  const last = ids[limit - 1]
  if (last === undefined || ids.length <= limit) return null
  return (await positionOf(selection, last, connection)) ?? null
}

function lastTotalOf(
  cached: CachedTotal | undefined,
  { dependsOn }: Selection,
  now: Versions | undefined,
  hasTotal: boolean,
): LastTotal {
  // A total that is not requested costs no more than one that is known.
  const isCurrent = !hasTotal || (now !== undefined && sumOf(now, dependsOn) === cached?.generation)
  return { last: cached?.total, isCurrent, readings: cached?.readings ?? 0 }
}

function filtersById({ conditions }: Selection): boolean {
  return conditions.some(({ kind }) => kind === 'id')
}

function cacheTotal(
  { totals }: ReadCache,
  shape: string,
  cached: CachedTotal | undefined,
  { generation, total }: ReturnType<typeof reportedBy>,
): void {
  if (cached?.generation === generation) cached.readings++
  else if (total !== null) totals.set(shape, { generation, total, readings: 1 })
}

/** Without a count, up to `maxUncounted` ids are those of the whole list. */
function reportedBy(rows: readonly PageRow[], maxUncounted: number) {
  const row = rows.find(({ item_id: id }) => id === null)
  const ids = JSON.parse(row?.ids ?? '[]') as number[]
  const uncounted = maxUncounted > 0 && ids.length <= maxUncounted ? ids.length : null
  return {
    generation: row?.generation ?? 0,
    total: row?.total ?? uncounted,
    versions: row?.versions ?? '',
    ids,
  }
}

/** The ids are those of the page or, if the list is short enough, of the whole list. */
function pageOf(
  rows: readonly PageRow[],
  ids: readonly number[],
  total: number | null,
  { limit, offset }: Window,
  maxListed: number,
): Omit<Page, 'cost'> {
  if (maxListed === 0 || total === null || total > maxListed)
    return { entries: inOrder(rows, ids), total }
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
