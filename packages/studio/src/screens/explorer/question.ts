import type { View } from '@octavo/schema/field-types.ts'
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

function parameters(question: Question): [string, string][] {
  const { isList, model, lang, isFallback, contains, order, limit, depth, select, filters } =
    question
  const pairs: [string, string][] = [
    ...(isList
      ? ([
          ['model', model],
          ['contains', contains],
          ['order', order],
          ['limit', limit],
          ...filters.map(({ path, operator, value }): [string, string] => [
            `${path}[${operator}]`,
            value,
          ]),
        ] as [string, string][])
      : []),
    ['lang', lang],
    ['lang_fallback', isFallback ? 'true' : ''],
    ['depth', depth],
    ['select', select.join(',')],
  ]
  return pairs.filter(([, value]) => value !== '')
}

export function pathOf(question: Question): string {
  const place = question.isList ? '/contents' : `/contents/${question.id || '1'}`
  const query = parameters(question)
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
  const options = Object.fromEntries(parameters(question).filter(([name]) => !name.includes('[')))
  const where: Record<string, Record<string, string>> = {}
  for (const { path, operator, value } of isList ? question.filters : []) {
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
