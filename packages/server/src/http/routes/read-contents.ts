/**
 * Reads of content. Their queries are parsed once for each schema, because requests repeat. With `release` or
 * `at`, reads show content as planned changes will leave the site.
 */
import type { Schema } from '@octavo/schema/schema.ts'
import type { Previews } from '../../content/previews/read.ts'
import {
  getContent,
  listContents,
  type ContentsRequest,
  type Delivery,
} from '../../delivery/read-contents.ts'
import { parseItemQuery, parseListQuery, type Parsed, type ReadRequest } from '../../query/parse.ts'
import type { ItemQuery, ListQuery } from '../../query/tree.ts'
import type { ApiRequest, Route } from '../api.ts'
import { wantedIn } from './planned-reads.ts'

interface PlannedReads {
  readonly previews: Previews
  now(): number
}

export function readContentsRoutes(delivery: Delivery & PlannedReads): Route[] {
  return [
    {
      method: 'GET',
      path: '/contents',
      access: 'read',
      summary: 'List items',
      handle: (request) =>
        readPlanned(delivery, request, (one) => listContents(delivery, one, parsedListQuery(one))),
    },
    {
      method: 'GET',
      path: '/contents/:id',
      access: 'read',
      summary: 'Get an item',
      handle: (request) =>
        readPlanned(delivery, request, (one) =>
          getContent(delivery, one, request.params['id'] ?? '', parsedItemQuery(one)),
        ),
    },
  ]
}

/** Runs the read on a preview if the request has one of the parameters. */
async function readPlanned<T>(
  { previews, now }: PlannedReads,
  request: ApiRequest,
  work: (request: ContentsRequest & RepeatedRequest) => Promise<T>,
): Promise<T> {
  const { search } = request
  const isPlain = search !== undefined && !mayBePlanned.test(search)
  const wanted = isPlain ? undefined : wantedIn(request, now())
  if (!wanted) return work(request)
  const { query, reader } = request
  // The site has no drafts.
  const key = 'at' in wanted ? { ...request.key, reads: 'published' as const } : request.key
  return previews.read(wanted, (previewed) => work({ ...previewed, key, query }), reader)
}

/** Most requests have neither parameter, so their query is not decoded. A name may be percent-encoded. */
const mayBePlanned = new RegExp(`[?&](?:${encodable('release')}|${encodable('at')})=`, 'i')

/** A pattern for the name with any of its letters percent-encoded. */
function encodable(name: string): string {
  return Array.from(name, (letter) => `(?:${letter}|%${letter.charCodeAt(0).toString(16)})`).join(
    '',
  )
}

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
