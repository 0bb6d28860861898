import type { Selection } from '../../../query/tree.ts'
import { join, raw, sql, type Sql } from '../sql.ts'
import { all, isId, lacks, type ReadContext } from './context.ts'

/** How many items a list would have without conditions, as the database has counted them. */
export function storedCount(
  { modelIds, isEveryModel, spaceIds }: Selection,
  { dialect, sight }: ReadContext,
): Sql {
  const inModels = isEveryModel ? [] : [isId(dialect, 'c.model_id', modelIds)]
  const inSpaces = spaceIds ? [isId(dialect, 'c.space_id', spaceIds)] : []
  const counts = sight.scopes.map(
    (rule) => sql`(select cast(coalesce(sum(c.value), 0) as bigint) from entry_counts c
      where ${all([sql`c.scope = ${rule.scope}`, ...lacks('c', rule), ...inModels, ...inSpaces])})`,
  )
  return counts.length === 0 ? raw('0') : join(counts, ' + ')
}
