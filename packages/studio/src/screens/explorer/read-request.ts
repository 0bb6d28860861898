import type { QueryParameter } from '@octavo/schema/query-parameters.ts'
import { factsOf, type FieldTypeName, type View } from '@octavo/schema/field-types.ts'
import { listOperators, type Operator } from '@octavo/schema/operators.ts'
import type { Filter } from '../contents/list-search.ts'

/** An API read, as the form describes it. */
export interface ReadRequest {
  view: View
  /** '' reads a list. */
  id: string
  isList: boolean
  model: string
  lang: string
  isFallback: boolean
  contains: string
  order: string
  limit: string
  depth: string
  facets: string[]
  select: string[]
  filters: Filter[]
  /** How many of the filters an item must match. */
  match: Match
  /** The filters as JSON, unless all must match. */
  where: string
}

export const matches = ['all', 'any', 'none'] as const
export type Match = (typeof matches)[number]

export function emptyRequest(): ReadRequest {
  return {
    view: 'published',
    id: '',
    isList: true,
    model: '',
    lang: '',
    isFallback: false,
    contains: '',
    order: '',
    limit: '10',
    depth: '',
    facets: [],
    select: [],
    filters: [],
    match: 'all',
    where: '',
  }
}

/** '' omits a parameter; null marks one that the explorer does not offer. */
const values: { [Name in QueryParameter]: ((request: ReadRequest) => string) | null } = {
  model: ({ isList, model }) => (isList ? model : ''),
  contains: ({ isList, contains }) => (isList ? contains : ''),
  order: ({ isList, order }) => (isList ? order : ''),
  limit: ({ isList, limit }) => (isList ? limit : ''),
  lang: ({ lang }) => lang,
  lang_fallback: ({ isFallback }) => (isFallback ? 'true' : ''),
  depth: ({ depth }) => depth,
  select: ({ select }) => select.join(','),
  where: ({ isList, where }) => (isList ? where : ''),
  offset: null,
  strict: null,
  cursor: null,
  total: null,
  facets: ({ isList, facets }) => (isList ? facets.join(',') : ''),
  include: null,
  space: null,
}

function parameters(request: ReadRequest): [string, string][] {
  return Object.entries(values)
    .map(([name, valueOf]): [string, string] => [name, valueOf?.(request) ?? ''])
    .filter(([, value]) => value !== '')
}

/** The filters that are parameters. */
function filters({ isList, filters: all, where }: ReadRequest): Filter[] {
  return isList && where === '' ? all.filter(({ value }) => value !== '') : []
}

/** The parameter `where`; '' if the filters are parameters of their own. */
export function whereOf(
  all: readonly Filter[],
  match: Match,
  typeOf: (path: string) => FieldTypeName | undefined,
): string {
  if (match === 'all' || all.length === 0) return ''
  const $or = all.map(({ path, operator, value }) => ({
    [path]: { [operator]: jsonOf(value, operator, typeOf(path)) },
  }))
  return JSON.stringify(match === 'any' ? { $or } : { $not: { $or } })
}

function jsonOf(value: string, operator: Operator, type: FieldTypeName | undefined): unknown {
  if (operator === 'exists') return value === 'true'
  if (listOperators.some((one) => one === operator))
    return value.split(',').map((one) => jsonOf(one, 'eq', type))
  if (operator === 'contains' || operator === 'startswith') return value
  const operandType = type && factsOf(type).operandType
  if (operandType === 'boolean') return value === 'true'
  return operandType === 'number' ? Number(value) : value
}

export function pathOf(request: ReadRequest): string {
  const place = request.isList ? '/contents' : `/contents/${request.id || '1'}`
  const conditions = filters(request).map(({ path, operator, value }): [string, string] => [
    `${path}[${operator}]`,
    value,
  ])
  const query = [...parameters(request), ...conditions]
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

export function clientCode(request: ReadRequest): string {
  const { isList, id } = request
  const options = Object.fromEntries(parameters(request))
  const where: Record<string, unknown> = options['where']
    ? (JSON.parse(options['where']) as Record<string, unknown>)
    : {}
  for (const { path, operator, value } of filters(request)) {
    where[path] = { ...(where[path] as object | undefined), [operator]: value }
  }
  const shown = JSON.stringify(
    {
      ...options,
      ...(options['limit'] && { limit: Number(options['limit']) }),
      ...(options['depth'] && { depth: Number(options['depth']) }),
      ...(options['facets'] && { facets: request.facets }),
      ...(options['select'] && { select: request.select }),
      ...(Object.keys(where).length > 0 && { where }),
    },
    null,
    2,
  )
  return isList
    ? `const page = await client.list(${shown})`
    : `const item = await client.get(${id || 1}, ${shown})`
}
