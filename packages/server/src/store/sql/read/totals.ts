import type { QueryParameter } from '@octavo/schema/query-parameters.ts'
import type { Selection } from '../../../query/tree.ts'
import { previewScope } from '../preview-bits.ts'
import { join, raw, sql, type Sql } from '../sql.ts'
import { all, isIn, lacks, type ReadContext } from './context.ts'

/** The number of items in a list without conditions, from the stored counts. */
export function storedCount(
  { modelIds, isEveryModel, spaceIds }: Selection,
  { dialect, visibility }: ReadContext,
): Sql {
  const inModels = isEveryModel ? [] : [isIn(dialect, 'c.model_id', modelIds)]
  const inSpaces = spaceIds ? [isIn(dialect, 'c.space_id', spaceIds)] : []
  const counts = visibility.scopes.map((rule) => {
    const scopes = [rule.scope]
    if (rule.preview) scopes.push(previewScope(rule.preview.slot, rule.scope))
    const inScopes = isIn(dialect, 'c.scope', scopes)
    return sql`(select cast(coalesce(sum(c.value), 0) as bigint) from entry_counts c
      where ${all([inScopes, ...lacks('c', rule), ...inModels, ...inSpaces])})`
  })
  return counts.length === 0 ? raw('0') : join(counts, ' + ')
}

/**
 * The part of a selection through which each parameter affects the total; null if it affects only which
 * items are shown, and how. Filters are conditions, like `contains`.
 */
const countedBy = {
  limit: null,
  offset: null,
  cursor: null,
  total: null,
  facets: null,
  include: null,
  model: 'modelIds',
  select: null,
  depth: null,
  order: null,
  lang: 'visibility',
  lang_fallback: 'visibility',
  space: 'spaceIds',
  contains: 'conditions',
  where: 'conditions',
  strict: null,
  cache_tags: null,
  media: null,
  release: 'visibility',
  at: 'visibility',
} as const satisfies Record<QueryParameter, keyof Selection | null>

const parts = [...new Set(Object.values(countedBy))].filter((part) => part !== null)

/** Equal for selections that have the same total as long as nothing is written. */
export function totalShape(selection: Selection): string {
  return JSON.stringify([selection.schemaVersion, ...parts.map((part) => selection[part])])
}
