import type { QueryParameter } from '@octavo/schema/query-parameters.ts'
import type { Selection } from '../../../query/tree.ts'

/**
 * The part of a selection by which each parameter decides how many items there are; null where it decides
 * only which of them are shown, and how. Filters are conditions, as `contains` is.
 */
const countedBy = {
  limit: null,
  offset: null,
  include: null,
  model: 'modelIds',
  select: null,
  depth: null,
  order: null,
  lang: 'sight',
  lang_fallback: 'sight',
  space: 'spaceIds',
  contains: 'conditions',
} as const satisfies Record<QueryParameter, keyof Selection | null>

const parts = [...new Set(Object.values(countedBy))].filter((part) => part !== null)

/** The same for selections that have the same total as long as nothing is written. */
export function totalShape(selection: Selection): string {
  return JSON.stringify([selection.schemaVersion, ...parts.map((part) => selection[part])])
}
