/** Converts options to the query parameters of the API. */
import type { FormatsShape, SelectShape } from './types/select.ts'
import type { WhereShape } from './types/where.ts'
import { addConditions, isList, needsJson, whereJson } from './where.ts'

/** The options of a read, for any space. */
export interface ReadOptions {
  readonly model?: string | readonly string[]
  readonly where?: WhereShape | readonly WhereShape[]
  readonly contains?: string | readonly string[]
  readonly lang?: string
  readonly langFallback?: boolean
  readonly space?: string | readonly string[]
  readonly select?: SelectShape
  readonly depth?: number
  readonly formats?: FormatsShape
  readonly order?: string | readonly string[]
  readonly limit?: number
  readonly offset?: number
  readonly cursor?: string
  readonly total?: boolean
  readonly facets?: string | readonly string[]
  readonly include?: readonly string[]
  readonly strict?: boolean
  readonly cacheTags?: boolean
  readonly media?: 'details'
  readonly release?: string | readonly string[]
  readonly at?: string
}

/** The value of each parameter. */
const parameters = {
  model: ({ model }: ReadOptions) => named('model', model),
  space: ({ space }: ReadOptions) => named('space', space),
  order: ({ order }: ReadOptions) => named('order', order),
  include: ({ include }: ReadOptions) => named('include', include),
  depth: ({ depth }: ReadOptions) => depth,
  limit: ({ limit }: ReadOptions) => limit,
  offset: ({ offset }: ReadOptions) => offset,
  cursor: ({ cursor }: ReadOptions) => cursor,
  total: ({ total }: ReadOptions) => total,
  facets: ({ facets }: ReadOptions) => named('facets', facets),
  strict: ({ strict }: ReadOptions) => strict,
  cache_tags: ({ cacheTags }: ReadOptions) => cacheTags,
  media: ({ media }: ReadOptions) => media,
  release: ({ release }: ReadOptions) => named('release', release),
  at: ({ at }: ReadOptions) => at,
  lang: ({ lang }: ReadOptions) => lang,
  lang_fallback: ({ langFallback }: ReadOptions) => langFallback,
  contains: ({ contains }: ReadOptions) => (contains === undefined ? undefined : listed(contains)),
  select: ({ select }: ReadOptions) => select && selectNames(select, '').join(','),
  where: ({ where }: ReadOptions) => (needsJson(where) ? whereJson(where) : undefined),
}
export type ClientParameter = keyof typeof parameters

export function queryOf(options: ReadOptions): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, valueOf] of Object.entries(parameters)) {
    const value = valueOf(options)
    if (value !== undefined) query.set(name, String(value))
  }
  const { where = [], formats = {} } = options
  if (!query.has('where'))
    for (const one of isList(where) ? where : [where]) addConditions(query, one, '')
  addFormats(query, formats, '')
  return query
}

/** An empty list would match nothing, which a parameter cannot express. */
export function named(
  name: string,
  value: string | readonly string[] | undefined,
): string | undefined {
  if (value === undefined) return undefined
  if (value.length === 0)
    throw new TypeError(`${name} must not be empty: omit it for no restriction`)
  return listed(value)
}

function listed(value: string | readonly string[]): string {
  return typeof value === 'string' ? value : value.join(',')
}

/** Names in dot notation. An empty selection becomes `-`, which selects nothing. */
function selectNames(select: SelectShape, before: string): string[] {
  const names = Object.entries(select).flatMap(([name, inside]) => {
    if (inside === undefined) return []
    return inside === true ? [before + name] : selectNames(inside, `${before}${name}.`)
  })
  return names.length > 0 ? names : [`${before}-`]
}

function addFormats(query: URLSearchParams, formats: FormatsShape, before: string): void {
  for (const [name, value] of Object.entries(formats)) {
    if (typeof value === 'string') query.set(`${before}${name}[format]`, value)
    else if (value) addFormats(query, value, `${before}${name}.`)
  }
}
