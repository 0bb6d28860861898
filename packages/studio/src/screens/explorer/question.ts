import type { View } from '@octavo/schema/field-types.ts'
import type { QueryParameter } from '@octavo/schema/query-parameters.ts'
import type { Filter } from '../contents/list-search.ts'

/** What is asked of the API. */
export interface Question {
  view: View
  /** '' asks for a list. */
  id: string
  isList: boolean
  model: string
  lang: string
  isFallback: boolean
  contains: string
  order: string
  limit: string
  depth: string
  select: string[]
  filters: Filter[]
}

export function startQuestion(): Question {
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
    select: [],
    filters: [],
  }
}

/** '' leaves a parameter out; null is one that the explorer does not offer. */
const values: { [Name in QueryParameter]: ((question: Question) => string) | null } = {
  model: ({ isList, model }) => (isList ? model : ''),
  contains: ({ isList, contains }) => (isList ? contains : ''),
  order: ({ isList, order }) => (isList ? order : ''),
  limit: ({ isList, limit }) => (isList ? limit : ''),
  lang: ({ lang }) => lang,
  lang_fallback: ({ isFallback }) => (isFallback ? 'true' : ''),
  depth: ({ depth }) => depth,
  select: ({ select }) => select.join(','),
  offset: null,
  include: null,
  space: null,
}

function parameters(question: Question): [string, string][] {
  return Object.entries(values)
    .map(([name, valueOf]): [string, string] => [name, valueOf?.(question) ?? ''])
    .filter(([, value]) => value !== '')
}

function filters({ isList, filters: all }: Question): Filter[] {
  return isList ? all.filter(({ value }) => value !== '') : []
}

export function pathOf(question: Question): string {
  const place = question.isList ? '/contents' : `/contents/${question.id || '1'}`
  const conditions = filters(question).map(({ path, operator, value }): [string, string] => [
    `${path}[${operator}]`,
    value,
  ])
  const query = [...parameters(question), ...conditions]
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`)
    .join('&')
  return query === '' ? place : `${place}?${query}`
}

export function fetchCode(api: string, path: string): string {
  return `const response = await fetch('${api}${path}', {
  headers: { 'X-SERVICE-API-KEY': KEY },
})
const answer = await response.json()`
}

export function clientCode(question: Question): string {
  const { isList, id } = question
  const options = Object.fromEntries(parameters(question))
  const where: Record<string, Record<string, string>> = {}
  for (const { path, operator, value } of filters(question)) {
    where[path] = { ...where[path], [operator]: value }
  }
  const shown = JSON.stringify(
    {
      ...options,
      ...(options['limit'] && { limit: Number(options['limit']) }),
      ...(options['depth'] && { depth: Number(options['depth']) }),
      ...(options['select'] && { select: question.select }),
      ...(Object.keys(where).length > 0 && { where }),
    },
    null,
    2,
  )
  return isList
    ? `const page = await client.list(${shown})`
    : `const item = await client.get(${id || 1}, ${shown})`
}
