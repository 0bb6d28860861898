/**
 * The parameters of reads, apart from filters (`title[eq]`) and formats (`body[format]`), and where they
 * apply: to a list, one item, or both. The parser, the SQL, OpenAPI, the client and the API explorer are
 * keyed by these names: a new parameter does not compile until each of them handles it.
 */
export const queryParameters = {
  limit: 'list',
  offset: 'list',
  cursor: 'list',
  total: 'list',
  facets: 'list',
  include: 'item',
  model: 'both',
  select: 'both',
  depth: 'both',
  order: 'both',
  lang: 'both',
  lang_fallback: 'both',
  space: 'both',
  contains: 'both',
  where: 'both',
  strict: 'both',
  cache_tags: 'both',
  media: 'both',
  release: 'both',
  at: 'both',
} as const satisfies Record<string, 'list' | 'item' | 'both'>

export type QueryParameter = keyof typeof queryParameters
/** Parameters that list names: repeating one means the same as one with commas. */
export const listParameters = [
  'select',
  'order',
  'model',
  'space',
  'include',
  'contains',
  'facets',
  'release',
] as const satisfies readonly QueryParameter[]

export const queryParameterNames = Object.keys(queryParameters) as QueryParameter[]
