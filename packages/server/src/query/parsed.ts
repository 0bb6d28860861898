/** Requests repeat themselves: what a query means is worked out once for a schema. */
import type { Schema } from '@octavo/schema/schema.ts'
import { parseItemQuery, parseListQuery, type Parsed, type ReadRequest } from './parse.ts'
import type { ItemQuery, ListQuery } from './tree.ts'

export interface RepeatedRequest extends ReadRequest {
  /** The query as it was sent, where it is known; equal texts mean equal queries. */
  readonly search?: string
}

const mostRemembered = 2_000
const longestRemembered = 1_000

const listQuery = remembered(parseListQuery)
const itemQuery = remembered(parseItemQuery)

export function parsedItemQuery(request: RepeatedRequest): Parsed<ItemQuery> {
  return itemQuery(request, request.search)
}

/** All pages of a list mean the same but for where they begin. */
export function parsedListQuery(request: RepeatedRequest): Parsed<ListQuery> {
  const { search } = request
  const [, before, offset, after] = (search && plainOffset.exec(search)) || []
  if (offset === undefined) return listQuery(request, search)
  // No URL holds what stands in place of the number.
  const { query, ignored } = listQuery(request, `${before}\n${after}`)
  return { query: { ...query, offset: Number(offset) }, ignored }
}

/** Written in the one way that needs no judgement; a second one in the same query is refused by all of them. */
const plainOffset = /^(\?(?:.*&)?offset=)(0|[1-9]\d{0,14})((?:&.*)?)$/s

/** `search` is what the query is known by. */
function remembered<Query>(
  parse: (request: ReadRequest) => Parsed<Query>,
): (request: RepeatedRequest, search: string | undefined) => Parsed<Query> {
  const bySchema = new WeakMap<Schema, Map<string, Parsed<Query>>>()
  return (request, search) => {
    const { key, schema } = request
    if (search === undefined || search.length > longestRemembered) return parse(request)
    const known = bySchema.getOrInsertComputed(schema, () => new Map())
    const name = `${key.reads} ${key.spaceIds?.join() ?? ''} ${search}`
    const before = known.get(name)
    if (before) return before
    const parsed = parse(request)
    if (known.size >= mostRemembered) known.clear()
    known.set(name, parsed)
    return parsed
  }
}
