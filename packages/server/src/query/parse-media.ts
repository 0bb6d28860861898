/** Parses requests for media: names are checked, and all problems are collected. */
import { problemAt, Refusal, type Problem } from '@octavo/schema/errors.ts'
import { folderOf, isFolder, isTag, maxTags, tagOf } from '@octavo/schema/media-labels.ts'
import {
  mediaOrders,
  mediaParameters,
  type MediaOrder,
  type MediaParameter,
} from '@octavo/schema/media-parameters.ts'
import { say } from '@octavo/schema/problems.ts'
import { detailOf, unknownName } from './ignored.ts'
import type { MediaFilter } from './media-filter.ts'
import { bounds, splitList, unreadable } from './parameters.ts'
import { countingKeywords } from './parse-filters.ts'
import { parseBoolean, parseLanguage, parseSpaces, type Parsed, type ReadRequest } from './parse.ts'
import { parseInteger } from './parse-shape.ts'

export interface MediaQuery {
  /** Language of the alternative texts. */
  readonly languageId: number
  /** The spaces that the request may read; null for all. */
  readonly spaceIds: readonly number[] | null
}

export interface MediaListQuery extends MediaQuery {
  readonly filter: MediaFilter
  readonly limit: number
  readonly offset: number
}

type Values = ReadonlyMap<MediaParameter, string>

export function parseMediaQuery(request: ReadRequest): Parsed<MediaQuery> {
  return parse(request, 'item', (_, __, query) => query)
}

export function parseMediaListQuery(request: ReadRequest): Parsed<MediaListQuery> {
  return parse(request, 'list', (values, problems, query) => {
    const integer = (name: 'limit' | 'offset', min: number, max: number, fallback: number) =>
      parseInteger(name, values.get(name), { min, max, fallback }, problems)
    const keywords = countingKeywords(problems)
    return {
      ...query,
      limit: integer('limit', 1, 100, 100),
      offset: integer('offset', 0, Number.MAX_SAFE_INTEGER, 0),
      filter: {
        rootId: request.schema.root.id,
        state: 'active',
        spaceIds: query.spaceIds,
        contains: keywords('contains', values.get('contains') ?? ''),
        types: typesIn(values.get('type'), problems),
        folder: folderIn(values.get('folder'), problems),
        tags: tagsIn(values.get('tag'), problems),
        withoutAlt: null,
        order: orderIn(values.get('order'), problems),
      },
    }
  })
}

function parse<Query>(
  { key, schema, query }: ReadRequest,
  requested: 'list' | 'item',
  read: (values: Values, problems: Problem[], query: MediaQuery) => Query,
): Parsed<Query> {
  if (query.length > bounds.parameters) {
    throw new Refusal('badRequest', say('tooManyParameters', { max: bounds.parameters }))
  }
  const problems = unreadable(query)
  const values = new Map<MediaParameter, string>()
  const ignored: Problem[] = []
  const known = Object.keys(mediaParameters) as MediaParameter[]
  const usable = known.filter((name) => requested === 'list' || mediaParameters[name] === 'both')
  for (const [sent, value, wrong] of query) {
    if (wrong) continue
    const name = known.find((one) => one === sent)
    if (name === undefined) {
      ignored.push(problemAt(sent, unknownName('unknownParameter', sent, usable)))
    } else if (!usable.includes(name)) ignored.push(problemAt(name, say('onlyForLists')))
    else {
      const before = values.get(name)
      const isJoined = before !== undefined && listNames.includes(name)
      if (before !== undefined && !isJoined) problems.push(problemAt(name, say('givenTwice')))
      if (value !== '') values.set(name, isJoined ? `${before},${value}` : value)
    }
  }
  const spaceIds = parseSpaces(values.get('space'), key, schema, problems)
  const languageId = parseLanguage(values.get('lang'), schema, problems).id
  const parsed = read(values, problems, { spaceIds, languageId })
  const isStrict = parseBoolean('strict', values.get('strict'), false, problems)
  if (isStrict) problems.push(...ignored)
  if (problems.length > 0) throw new Refusal('badRequest', problems)
  return { query: parsed, ignored, detail: detailOf(ignored) }
}

/** Repeating one of these means the same as one with commas. */
const listNames: readonly MediaParameter[] = ['contains', 'tag', 'type', 'space']

const typePattern = /^[a-z0-9.+-]+(?:\/[a-z0-9.+-]*)?$/
/** `image/*`, as in an `Accept` header. */
const anySubtype = /\/\*$/

/** `image/png` matches itself, `image` and `image/*` all image types. */
function typesIn(value: string | undefined, problems: Problem[]): MediaFilter['types'] {
  if (value === undefined) return null
  const names = splitList(value).map((name) => name.trim().toLowerCase().replace(anySubtype, '/'))
  if (names.length > bounds.inValues) {
    problems.push(problemAt('type', say('tooManyValues', { max: bounds.inValues })))
  }
  if (!names.every((name) => typePattern.test(name))) {
    problems.push(problemAt('type', say('notContentType')))
  }
  return {
    exact: names.filter((name) => name.includes('/') && !name.endsWith('/')),
    starts: names
      .filter((name) => !name.includes('/') || name.endsWith('/'))
      .map((name) => (name.endsWith('/') ? name : `${name}/`)),
    except: false,
  }
}

/** `/` for media in no folder. */
function folderIn(value: string | undefined, problems: Problem[]): string | null {
  if (value === undefined) return null
  const folder = folderOf(value)
  if (!isFolder(folder)) problems.push(problemAt('folder', say('notFolder')))
  return folder
}

function tagsIn(value: string | undefined, problems: Problem[]): string[] {
  const tags = [...new Set(splitList(value ?? '').map(tagOf))]
  if (tags.some((tag) => !isTag(tag))) problems.push(problemAt('tag', say('notTag')))
  if (tags.length > maxTags) problems.push(problemAt('tag', say('tooManyNames', { max: maxTags })))
  return tags
}

const columns: Record<MediaOrder, MediaFilter['order']['by']> = {
  created_at: 'created_at',
  name: 'filename',
  bytes: 'bytes',
  type: 'type',
  id: 'id',
}

/** The newest first, unless the request says otherwise. */
function orderIn(value: string | undefined, problems: Problem[]): MediaFilter['order'] {
  const text = value?.trim() ?? '-created_at'
  const isDescending = text.startsWith('-')
  const name = mediaOrders.find((one) => one === text.replace(/^-/, ''))
  if (name) return { by: columns[name], isDescending }
  problems.push(problemAt('order', say('notOneOf', { names: mediaOrders.join(', ') })))
  return { by: 'created_at', isDescending: true }
}
