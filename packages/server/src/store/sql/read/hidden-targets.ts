/** References to items and media that a reader does not see, which is the same as no value. */
import type { Condition, FieldTarget, ScopeRule } from '../../../query/tree.ts'
import { languageOfScope } from '@octavo/schema/schema.ts'
import { join, literal, raw, sql, type Sql } from '../sql.ts'
import { unitsOfLookup } from './condition-facts.ts'
import { isShown, isVisible } from './conditions.ts'
import { all, any, never, type Models, type ReadContext } from './context.ts'
import { selectedKeySources } from './key-sources.ts'
import type { Source } from './source.ts'

export type Pointing = Extract<Condition, { kind: 'refers' | 'shows' }>

export function isPointing(condition: Condition): condition is Pointing {
  return condition.kind === 'refers' || condition.kind === 'shows'
}

/** The items that refer to one of the targets, or to any, if it is hidden. */
export function hiddenSources(
  condition: Pointing,
  models: Models,
  rule: ScopeRule,
  entry: string,
  context: ReadContext,
): Source[] {
  const seen =
    condition.kind === 'shows'
      ? isShown('targets.key', `m${entry}`, context)
      : isVisible('targets.key', `v${entry}`, context)
  const ids = condition.kind === 'refers' ? condition.ids : null
  return condition.targets.flatMap((target) => {
    const given = ids?.map((id) => sql`select cast(${String(id)} as text) as key`)
    const candidates = given ? join(given, ' union all ') : everyTarget(target, rule, context)
    const hidden = sql`select targets.key from (${candidates}) targets where not ${seen}`
    return selectedKeySources([target], hidden, models, rule, entry, context)
  })
}

/** Condition: so many different targets would have to be followed. */
export function hasManyTargets(condition: Pointing, atLeast: number, context: ReadContext): Sql {
  if (condition.kind === 'refers' && condition.ids) return never
  const numbers = condition.targets.flatMap((target) =>
    context.visibility.scopes.map((rule) =>
      hasRows(everyTarget(target, rule, context, atLeast), atLeast),
    ),
  )
  return any(numbers)
}

/** Condition: a query returns so many rows. It reads no more of them. */
export function hasRows(query: Sql, atLeast: number): Sql {
  return sql`(select 1 from (${query}) rows limit 1 offset ${literal(atLeast - 1)}) is not null`
}

/** The different keys of a field, found by a look-up each: they are fewer than the items. */
function everyTarget(
  { fieldId }: FieldTarget,
  { scope }: ScopeRule,
  { dialect }: ReadContext,
  atMost?: number,
): Sql {
  const { guard, byPrimaryKey } = dialect.reading
  const next = (
    after: Sql[],
  ): Sql => sql`select k.key from index_keys k${byPrimaryKey('index_keys')}
    where ${all([sql`k.language_id = ${languageOfScope(scope)} and k.field_id = ${fieldId}`, ...after])}
    order by k.key limit 1`
  const continues = [
    ...(guard ? [guard(2 * unitsOfLookup)] : []),
    raw('walk.key is not null'),
    ...(atMost === undefined ? [] : [sql`walk.number < ${literal(atMost)}`]),
  ]
  return sql`with recursive walk (key, number) as (
      select (${next([])}), 1
      union all select (${next([raw('k.key > walk.key')])}), walk.number + 1 from walk
        where ${all(continues)})
    select key from walk where key is not null`
}
