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

export const parsedListQuery: (request: RepeatedRequest) => Parsed<ListQuery> =
  remembered(parseListQuery)
export const parsedItemQuery: (request: RepeatedRequest) => Parsed<ItemQuery> =
  remembered(parseItemQuery)

function remembered<Query>(
  parse: (request: ReadRequest) => Parsed<Query>,
): (request: RepeatedRequest) => Parsed<Query> {
  const bySchema = new WeakMap<Schema, Map<string, Parsed<Query>>>()
  return (request) => {
    const { key, schema, search } = request
    if (search === undefined || search.length > longestRemembered) return parse(request)
    const known = bySchema.get(schema) ?? new Map<string, Parsed<Query>>()
    bySchema.set(schema, known)
    const name = `${key.reads} ${key.spaceIds?.join() ?? ''} ${search}`
    const before = known.get(name)
    if (before) return before
    const parsed = parse(request)
    if (known.size >= mostRemembered) known.clear()
    known.set(name, parsed)
    return parsed
  }
}
