import type { QueryParameter } from '@octavo/schema/query-parameters.ts'
import type { View } from '@octavo/schema/field-types.ts'
import type { Filter } from '../contents/list-search.ts'
import { noConditions, plainFilters, type ConditionGroup } from './conditions.ts'
import { mediaParametersOf, type MediaRequest } from './media-request.ts'

/** An API read, as the form describes it. */
export interface ReadRequest extends MediaRequest {
  view: View
  resource: 'contents' | 'media'
  /** '' reads a list. */
  id: string
  /** LUIDs of releases to read as if they were published. */
  release: string
  model: string
  isFallback: boolean
  hasMediaDetails: boolean
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
    release: '',
    isList: true,
    model: '',
    lang: '',
    isFallback: false,
    hasMediaDetails: false,
    contains: '',
    order: '',
    limit: '10',
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

/** '' omits a parameter; null marks one that the explorer does not offer. */
const values: { [Name in QueryParameter]: ((request: ReadRequest) => string) | null } = {
  release: ({ view, release }) => (view === 'draft' ? release : ''),
  at: null,
  model: ({ isList, model }) => (isList ? model : ''),
  contains: ({ isList, contains }) => (isList ? contains : ''),
  order: ({ isList, order }) => (isList ? order : ''),
  limit: ({ isList, limit }) => (isList ? limit : ''),
  lang: ({ lang }) => lang,
  lang_fallback: ({ isFallback }) => (isFallback ? 'true' : ''),
  depth: ({ depth }) => depth,
  select: ({ select }) => select.join(','),
  where: (request) => (request.isList && !plainFilters(request.filters) ? request.where : ''),
  media: ({ hasMediaDetails }) => (hasMediaDetails ? 'details' : ''),
  offset: null,
  strict: ({ isStrict }) => (isStrict ? 'true' : ''),
  cursor: ({ isList, cursor }) => (isList ? cursor : ''),
  total: ({ isList, hasTotal }) => (isList && !hasTotal ? 'false' : ''),
  cache_tags: null,
  facets: ({ isList, facets }) => (isList ? facets.join(',') : ''),
  include: null,
  space: null,
}

export function parametersOf(request: ReadRequest): [string, string][] {
  if (request.resource === 'media') return mediaParametersOf(request)
  return Object.entries(values)
    .map(([name, valueOf]): [string, string] => [name, valueOf?.(request) ?? ''])
    .filter(([, value]) => value !== '')
}

/** The filters that are parameters. */
function filters({ resource, isList, filters: group }: ReadRequest): Filter[] {
  return resource === 'contents' && isList ? (plainFilters(group) ?? []) : []
}

export function pathOf(request: ReadRequest): string {
  const { resource } = request
  const place = request.isList ? `/${resource}` : `/${resource}/${request.id || '1'}`
  const conditions = filters(request).map(({ path, operator, value }): [string, string] => [
    `${path}[${operator}]`,
    value,
  ])
  const query = [...parametersOf(request), ...conditions]
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
