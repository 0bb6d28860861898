/** Goes over all items that match, page by page, while others write. */
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
 * Offsets shift when items come and go, so pages are told by place: when an item was made and its
 * id never change, and lists by creation have their ties in the order of ids. Each page begins at
 * the time of the last item seen, and what is not behind it is passed over. Items of one and the
 * same time are counted, to go past them; where some of them went meanwhile, the page begins behind
 * the place, and the walk steps back until it does not.
 */
export async function* walk(fetchPage: FetchPage, options: WalkOptions): AsyncGenerator<Row> {
  const { order = '-_created_at', pageSize = 100, where = [], select, ...rest } = options
  // A page holds the last item again and must go beyond it.
  const limit = Math.max(2, pageSize)
  const isDescending = order === '-_created_at'
  const bound = isDescending ? 'lte' : 'gte'
  const asked = select ? { ...select, _id: true as const, _created_at: true as const } : undefined
  const strip = stripper(select)
  let place: Place | undefined
  let offset = 0
  for (;;) {
    const from: WhereShape[] = place ? [{ _created_at: { [bound]: place.createdAt } }] : []
    const { data } = await fetchPage({
      ...rest,
      where: [where].flat().concat(from),
      ...(asked && { select: asked }),
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
    // The next page begins with the last item of this one, to see that nothing went between them.
    const isSameTime = place?.createdAt === last.createdAt
    const ties = data.filter((row) => placeOf(row).createdAt === last.createdAt).length
    offset = Math.max(0, (isSameTime ? offset : 0) + ties - 1)
    if (fresh.length > 0) place = last
  }
}

function placeOf(row: Row): Place {
  return { createdAt: String(row['_created_at']), id: Number(row['_id']) }
}

/** Times are all written alike, so that their texts sort as they do. */
function isAfter(one: Place, other: Place, isDescending: boolean): boolean {
  const [later, earlier] = isDescending ? [other, one] : [one, other]
  if (later.createdAt !== earlier.createdAt) return later.createdAt > earlier.createdAt
  return later.id > earlier.id
}

/** Takes off what was selected for the walk alone. */
function stripper(select: SelectShape | undefined): (row: Row) => Row {
  if (!select) return (row) => row
  return (row) => {
    const { ...kept } = row
    if (select['_id'] === undefined) delete kept['_id']
    if (select['_created_at'] === undefined) delete kept['_created_at']
    return kept
  }
}
