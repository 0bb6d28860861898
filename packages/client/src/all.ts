/** Iterates over all matching items page by page, also while items change. */
import type { ReadOptions } from './query.ts'
import type { SelectShape } from './types/select.ts'
import type { WhereShape } from './types/where.ts'

export interface WalkOptions extends Omit<ReadOptions, 'order' | 'limit' | 'offset' | 'include'> {
  readonly order?: '_created_at' | '-_created_at'
  readonly pageSize?: number
}

export type Row = Record<string, unknown>
export type FetchPage = (options: ReadOptions) => Promise<{ data: Row[] }>

interface Place {
  createdAt: string
  id: number
}

/**
 * Offsets shift when items are created or deleted, so each page starts at a position: the creation time
 * and id of an item never change, and lists by creation time order ties by id. Each page starts at the
 * time of the last item seen, and items up to that one are skipped. Items with the same time are counted,
 * to set the offset past them. If some of them were deleted meanwhile, the page starts after the position,
 * and the walk steps back until it does not.
 */
export async function* walk(fetchPage: FetchPage, options: WalkOptions): AsyncGenerator<Row> {
  const { order = '-_created_at', pageSize = 100, where = [], select, ...rest } = options
  // A page contains the last item again, and must have at least one more.
  const limit = Math.max(2, pageSize)
  const isDescending = order === '-_created_at'
  const bound = isDescending ? 'lte' : 'gte'
  const selected = select
    ? { ...select, _id: true as const, _created_at: true as const }
    : undefined
  const strip = stripper(select)
  let place: Place | undefined
  let offset = 0
  for (;;) {
    const from: WhereShape[] = place ? [{ _created_at: { [bound]: place.createdAt } }] : []
    const { data } = await fetchPage({
      ...rest,
      where: [where].flat().concat(from),
      ...(selected && { select: selected }),
      order,
      limit,
      offset,
    })
    const isBehind =
      !data[0] || (place !== undefined && isAfter(placeOf(data[0]), place, isDescending))
    if (offset > 0 && isBehind) {
      offset = Math.max(0, offset - limit)
      continue
    }
    const fresh = data.filter((row) => !place || isAfter(placeOf(row), place, isDescending))
    yield* fresh.map(strip)
    if (data.length < limit) return
    const last = placeOf(data.at(-1) ?? {})
    // The next page starts with the last item of this one, to detect deletions in between.
    const isSameTime = place?.createdAt === last.createdAt
    const ties = data.filter((row) => placeOf(row).createdAt === last.createdAt).length
    offset = Math.max(0, (isSameTime ? offset : 0) + ties - 1)
    if (fresh.length > 0) place = last
  }
}

function placeOf(row: Row): Place {
  return { createdAt: String(row['_created_at']), id: Number(row['_id']) }
}

/** All times have the same format, so they can be compared as text. */
function isAfter(one: Place, other: Place, isDescending: boolean): boolean {
  const [later, earlier] = isDescending ? [other, one] : [one, other]
  if (later.createdAt !== earlier.createdAt) return later.createdAt > earlier.createdAt
  return later.id > earlier.id
}

/** Removes the properties that were selected only for the walk. */
function stripper(select: SelectShape | undefined): (row: Row) => Row {
  if (!select) return (row) => row
  return (row) => {
    const { ...stripped } = row
    if (select['_id'] === undefined) delete stripped['_id']
    if (select['_created_at'] === undefined) delete stripped['_created_at']
    return stripped
  }
}
