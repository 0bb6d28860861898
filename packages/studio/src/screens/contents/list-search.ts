/** The URL holds the state of the content list: search, filters, order and columns. */
import { translationStates, type TranslationState } from '@octavo/schema/choices.ts'
import { operators, type Operator } from '@octavo/schema/operators.ts'
import { today } from '../../components/today.ts'

export interface ListSearch {
  model?: string
  contains?: string
  order?: string
  columns?: string
  lang?: string
  space?: string
  state?: 'scheduled' | 'review' | 'archived' | 'trash'
  translation?: TranslationState
  page?: string
  [filter: `${string}[${string}]`]: string | undefined
}

export interface Filter {
  /** `author`, `seo.meta_title`, `_status`. */
  path: string
  operator: Operator
  value: string
}

const plain = ['model', 'contains', 'order', 'columns', 'lang', 'space', 'page'] as const
export const pageSize = 50
const states = ['scheduled', 'review', 'archived', 'trash'] as const

/** The archive or the trash, whose items no reader sees; undefined for other lists. */
export function inactiveState({ state }: ListSearch): 'archived' | 'trash' | undefined {
  return state === 'archived' || state === 'trash' ? state : undefined
}

export function readListSearch(search: Record<string, unknown>): ListSearch {
  const read: ListSearch = {}
  for (const name of plain) {
    const value = search[name]
    if (typeof value === 'string' && value !== '') read[name] = value
  }
  const state = states.find((one) => one === search['state'])
  if (state) read.state = state
  const translation = translationStates.find((one) => one === search['translation'])
  if (translation && read.lang !== undefined) read.translation = translation
  for (const { path, operator, value } of filtersIn(search)) read[`${path}[${operator}]`] = value
  return read
}

export function filtersIn(search: object): Filter[] {
  return Object.entries(search).flatMap(([name, value]: [string, unknown]) => {
    const match = /^([a-z0-9_.]+)\[([a-z]+)\]$/.exec(name)
    const operator = operators.find((one) => one === match?.[2])
    return match?.[1] !== undefined && operator && typeof value === 'string' && value !== ''
      ? [{ path: match[1], operator, value }]
      : []
  })
}

/** The query of the management API. The archive and the trash support search and order, but no filters. */
export function listQuery(
  search: ListSearch,
  columns: string[],
  usualOrder: string | undefined,
): Record<string, string | undefined> {
  const { model, space, state, page, columns: _, ...rest } = search
  const offset = pageOf(page) * pageSize
  const window = { limit: String(pageSize), offset: offset === 0 ? undefined : String(offset) }
  const inactive = inactiveState(search)
  if (inactive !== undefined) {
    const { contains, order } = rest
    return { model, space, state: inactive, contains, order, ...window }
  }
  const order = rest.order ?? usualOrder
  const due = state === 'review' && { review_by: today() }
  const shown = { state, ...due, order, model, space, columns: columns.join(',') }
  return { ...rest, ...shown, contains_in: 'all', ...window }
}

export function pageOf(page: string | undefined): number {
  const number = Number(page ?? '1')
  return Number.isSafeInteger(number) && number > 1 ? number - 1 : 0
}
