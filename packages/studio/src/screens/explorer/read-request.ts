import type { QueryParameter } from '@octavo/schema/query-parameters.ts'
import type { View } from '@octavo/schema/field-types.ts'
import type { Filter } from '../contents/list-search.ts'
import { noConditions, plainFilters, type ConditionGroup } from './conditions.ts'
import { mediaParametersOf, type MediaRequest } from './media-request.ts'

export const includes = ['_langs', '_prev', '_next'] as const
type Include = (typeof includes)[number]

export const textFormats = ['text', 'markdown', 'portable_html'] as const
type TextFormat = (typeof textFormats)[number]

/** An API read, as the form describes it. */
export interface ReadRequest extends MediaRequest {
  view: View
  resource: 'contents' | 'media'
  /** '' reads a list. */
  id: string
  /** LUIDs of releases to read as if they were published, in this order. */
  releases: string[]
  /** ISO 8601 UTC: reads what will be published then; '' for now. */
  at: string
  /** Further properties of a single item. */
  include: Include[]
  model: string
  isFallback: boolean
  hasMediaDetails: boolean
  hasCacheTags: boolean
  /** The format of all flexible text; '' is HTML. */
  format: '' | TextFormat
  /** LUIDs of the fields that the format applies to. */
  texts: string[]
  order: string
  depth: string
  facets: string[]
  select: string[]
  filters: ConditionGroup
  /** The filters as JSON; '' without filters. */
  where: string
  /** `start` or the cursor of a page; '' for a list without cursors. */
  cursor: string
  hasTotal: boolean
}

export function emptyRequest(): ReadRequest {
  return {
    view: 'published',
    resource: 'contents',
    id: '',
    releases: [],
    at: '',
    include: [],
    isList: true,
    model: '',
    lang: '',
    isFallback: false,
    hasMediaDetails: false,
    hasCacheTags: false,
    format: '',
    texts: [],
    spaces: [],
    contains: '',
    order: '',
    limit: '10',
    offset: '',
    depth: '',
    facets: [],
    select: [],
    filters: noConditions,
    where: '',
    cursor: '',
    hasTotal: true,
    isStrict: false,
    type: '',
    folder: '',
    tag: '',
    mediaOrder: '',
  }
}

/** Whether the request has a list: to read it, or to find the neighbours of an item in it. */
export function hasList({ isList, include }: ReadRequest): boolean {
  return isList || include.includes('_prev') || include.includes('_next')
}

/** '' omits a parameter. */
const values: { [Name in QueryParameter]: (request: ReadRequest) => string } = {
  release: ({ view, releases }) => (view === 'draft' ? releases.join(',') : ''),
  at: ({ view, at }) => (view === 'draft' ? at : ''),
  model: (request) => (hasList(request) ? request.model : ''),
  contains: (request) => (hasList(request) ? request.contains : ''),
  order: (request) => (hasList(request) ? request.order : ''),
  limit: ({ isList, limit }) => (isList ? limit : ''),
  lang: ({ lang }) => lang,
  lang_fallback: ({ isFallback }) => (isFallback ? 'true' : ''),
  depth: ({ depth }) => depth,
  select: ({ select }) => select.join(','),
  where: (request) => (hasList(request) && !plainFilters(request.filters) ? request.where : ''),
  media: ({ hasMediaDetails }) => (hasMediaDetails ? 'details' : ''),
  offset: ({ isList, offset, cursor }) => (isList && cursor === '' ? offset : ''),
  strict: ({ isStrict }) => (isStrict ? 'true' : ''),
  cursor: ({ isList, cursor }) => (isList ? cursor : ''),
  total: ({ isList, hasTotal }) => (isList && !hasTotal ? 'false' : ''),
  cache_tags: ({ hasCacheTags }) => (hasCacheTags ? 'true' : ''),
  facets: ({ isList, facets }) => (isList ? facets.join(',') : ''),
  include: ({ isList, include }) => (isList ? '' : include.join(',')),
  space: ({ spaces }) => spaces.join(','),
}

export function parametersOf(request: ReadRequest): [string, string][] {
  if (request.resource === 'media') return mediaParametersOf(request)
  return Object.entries(values)
    .map(([name, valueOf]): [string, string] => [name, valueOf(request)])
    .filter(([, value]) => value !== '')
}

/** The filters that are parameters. */
function filters(request: ReadRequest): Filter[] {
  return request.resource === 'contents' && hasList(request)
    ? (plainFilters(request.filters) ?? [])
    : []
}

/** The formats of texts, by LUID. */
export function formatsOf({ resource, format, texts }: ReadRequest): [string, string][] {
  return resource === 'contents' && format !== '' ? texts.map((path) => [path, format]) : []
}

export function pathOf(request: ReadRequest): string {
  const { resource } = request
  const place = request.isList ? `/${resource}` : `/${resource}/${request.id || '1'}`
  const conditions = filters(request).map(({ path, operator, value }): [string, string] => [
    `${path}[${operator}]`,
    value,
  ])
  const formats = formatsOf(request).map(([name, format]): [string, string] => [
    `${name}[format]`,
    format,
  ])
  const query = [...parametersOf(request), ...conditions, ...formats]
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`)
    .join('&')
  return query === '' ? place : `${place}?${query}`
}

export function fetchCode(api: string, path: string): string {
  return `const response = await fetch('${api}${path}', {
  headers: { 'X-SERVICE-API-KEY': KEY },
})
const data = await response.json()`
}
