/** Rows of `entries`, along one of its indexes. */
import type { Condition, ScopeRule } from '../../../query/tree.ts'
import { raw, sql, type Sql } from '../sql.ts'
import { probe } from './conditions.ts'
import { counted, inScope, lacks, type Models, type ReadContext } from './context.ts'
import type { Source } from './source.ts'

export const primaryKey = Symbol('the primary key of entries')

export function entrySource(
  where: readonly Sql[],
  rule: ScopeRule,
  entry: string,
  index: string | typeof primaryKey | null,
  context: ReadContext,
): Source {
  const { reading } = context.dialect
  const given = typeof index === 'string' ? reading.indexedBy(index) : raw('')
  const by = index === primaryKey ? reading.byPrimaryKey('entries') : given
  return {
    leader: entry,
    from: sql`entries ${raw(entry)}${by}`,
    where: [...counted(context), inScope(entry, rule), ...where],
    hasEntries: true,
    entryWhere: lacks(entry, rule),
  }
}

export const timeIndexes = {
  created_at: 'entries_of_model',
  updated_at: 'entries_by_update',
  published_at: 'entries_by_publication',
  last_published_at: 'entries_by_last_publication',
} as const

export function timeSources(
  condition: Extract<Condition, { kind: 'time' | 'timeKnown' }>,
  { modelIds, isEveryModel }: Models,
  rule: ScopeRule,
  entry: string,
  context: ReadContext,
): Source[] {
  const test = probe(condition, entry, context)
  const { column } = condition
  if (isEveryModel && column === 'created_at') {
    return [entrySource([test], rule, entry, 'entries_newest', context)]
  }
  // Within a path every model is included and none is named, so no index can be selected.
  if (isEveryModel && modelIds.length === 0)
    return [entrySource([test], rule, entry, null, context)]
  return modelIds.map((id) =>
    entrySource(
      [sql`${raw(entry)}.model_id = ${id}`, test],
      rule,
      entry,
      timeIndexes[column],
      context,
    ),
  )
}
