/** Caches parsed queries for each schema, because requests repeat. */
import type { Schema } from '@octavo/schema/schema.ts'
import { parseItemQuery, parseListQuery, type Parsed, type ReadRequest } from './parse.ts'
import type { ItemQuery, ListQuery } from './tree.ts'

export interface RepeatedRequest extends ReadRequest {
  /** The query string as sent, if known; equal strings mean equal queries. */
  readonly search?: string
}

const maxCached = 2_000
const maxCachedLength = 1_000

const listQuery = cached(parseListQuery)
const itemQuery = cached(parseItemQuery)

export function parsedItemQuery(request: RepeatedRequest): Parsed<ItemQuery> {
  return itemQuery(request, request.search)
}

/** All pages of a list share one parsed query and differ only in the offset. */
export function parsedListQuery(request: RepeatedRequest): Parsed<ListQuery> {
  const { search } = request
  const [, before, offset, after] = (search && plainOffset.exec(search)) || []
  if (offset === undefined) return listQuery(request, search)
  // A URL cannot contain the newline that replaces the number.
  const { query, ...rest } = listQuery(request, `${before}\n${after}`)
  return { query: { ...query, offset: Number(offset) }, ...rest }
}

/** Matches only the canonical form of an offset. A second offset in the query is rejected for every value. */
const plainOffset = /^(\?(?:.*&)?offset=)(0|[1-9]\d{0,14})((?:&.*)?)$/s

/** `search` is the key of the cache. */
function cached<Query>(
  parse: (request: ReadRequest) => Parsed<Query>,
): (request: RepeatedRequest, search: string | undefined) => Parsed<Query> {
  const bySchema = new WeakMap<Schema, Map<string, Parsed<Query>>>()
  return (request, search) => {
    const { key, schema } = request
    if (search === undefined || search.length > maxCachedLength) return parse(request)
    const queries = bySchema.getOrInsertComputed(schema, () => new Map())
    const name = `${key.reads} ${key.spaceIds?.join() ?? ''} ${search}`
    const before = queries.get(name)
    if (before) return before
    const parsed = parse(request)
    if (queries.size >= maxCached) queries.clear()
    queries.set(name, parsed)
    return parsed
  }
}
