/**
 * The parameters of reads beside filters (`title[eq]`) and formats (`body[format]`), and what they are
 * for: a list, one item, or both. Whoever handles them is keyed by these names: one that is added does not
 * compile before the parser, the SQL, OpenAPI, the client and the API explorer have an answer for it.
 */
export const queryParameters = {
  limit: 'list',
  offset: 'list',
  include: 'item',
  model: 'both',
  select: 'both',
  depth: 'both',
  order: 'both',
  lang: 'both',
  lang_fallback: 'both',
  space: 'both',
  contains: 'both',
} as const satisfies Record<string, 'list' | 'item' | 'both'>

export type QueryParameter = keyof typeof queryParameters
export const queryParameterNames = Object.keys(queryParameters) as QueryParameter[]
