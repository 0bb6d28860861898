/** The sources of conditions. The sources of a condition never return an item twice, unless they overlap. */
import type { Condition, ScopeRule } from '../../../query/tree.ts'
import { join, raw, sql, type Sql } from '../sql.ts'
import {
  canLead,
  hintsOf,
  leadsByCreation,
  othersThan,
  startHint,
  unitsOf,
} from './condition-facts.ts'
import { probe } from './conditions.ts'
import { all, inModels, isIn, type ReadContext } from './context.ts'
import { entrySource, primaryKey, timeSources } from './entry-sources.ts'
import { hiddenSources, isPointing } from './hidden-targets.ts'
import { keySources, selectedKeySources } from './key-sources.ts'
import { tested, testsEntries, testsOf, withEntries, type Searched, type Source } from './source.ts'
import { textSource } from './text-sources.ts'

/** The rows that pass a condition, for one scope rule. */
export function sourcesOf(
  condition: Condition,
  models: Searched,
  rule: ScopeRule,
  entry: string,
  context: ReadContext,
): Source[] {
  /** Led by the condition with the fewest rows, and tested with others. */
  const ledSources = (
    some: readonly Condition[],
    othersOf: (leading: Condition) => readonly Condition[],
  ): Source[] => {
    const leading = leadOf(some, context)
    if (!leading) return []
    const others = othersOf(leading)
    const units = others.reduce((sum, one) => sum + unitsOf(one), context.rowUnits ?? 1)
    const inner = { ...context, rowUnits: Math.ceil(units) }
    return sourcesOf(leading, models, rule, entry, inner).map((one) => tested(one, others))
  }
  switch (condition.kind) {
    case 'keys':
    case 'refers':
    case 'shows':
      return keySources(condition, models, rule, entry, context)
    case 'through': {
      const ids = targetIds(condition.inner, `t${entry}`, context)
      return selectedKeySources(condition.targets, ids, models, rule, entry, context)
    }
    case 'id': {
      // Not the plain column: PostgreSQL would use an index of the whole model to find the ids.
      const isOfModels = inModels(models, context, `${entry}.model_id + 0`)
      const test = [probe(condition, entry, context), ...isOfModels]
      return [entrySource(test, rule, entry, primaryKey, context)]
    }
    case 'time':
    case 'timeKnown':
      return timeSources(condition, models, rule, entry, context)
    case 'not': {
      const others = othersThan(condition)
      if (!others) return []
      const found = keySources(others, models, rule, entry, context)
      const { of } = condition
      if (!isPointing(of)) return found
      // Another entry of a list may refer to a visible target.
      const hidden = hiddenSources(of, models, rule, entry, context)
      return [...found, ...hidden.map((one) => tested(one, [condition]))]
    }
    case 'text': {
      const hint = startHint(condition)
      if (hint) return ledSources([hint], () => [condition])
      return [textSource(condition, models, rule, entry, context)]
    }
    case 'any': {
      const inner = { ...context, isByKey: context.isByKey ?? leadsByCreation(condition) }
      return condition.of
        .flatMap((one) => sourcesOf(one, models, rule, entry, inner))
        .map((source) => ({ ...source, overlaps: true }))
    }
    case 'all':
      return ledSources(condition.of, (leading) => condition.of.filter((one) => one !== leading))
    case 'entry':
      return ledSources(hintsOf(condition), () => [condition])
    default:
      throw new Error(`a condition of kind ${condition.kind} cannot lead`)
  }
}

/** The condition with the fewest rows. */
function leadOf(conditions: readonly Condition[], { counts }: ReadContext): Condition | undefined {
  const count = (condition: Condition): number => counts?.get(condition) ?? Infinity
  const [first, ...others] = conditions.filter(canLead)
  return others.reduce((best, one) => (best && count(best) <= count(one) ? best : one), first)
}

/** The reference keys of the items that pass a condition in any scope, some of them repeatedly. */
export function targetIds(condition: Condition, entry: string, context: ReadContext): Sql {
  const { dialect, visibility } = context
  const everyModel = { modelIds: [], isEveryModel: true }
  const lookup = { ...context, rowUnits: 2, isByKey: undefined }
  const inSpaces = visibility.spaceIds
    ? [isIn(dialect, `${entry}.space_id`, visibility.spaceIds)]
    : []
  const queries = visibility.scopes.flatMap((rule) =>
    sourcesOf(condition, everyModel, rule, entry, lookup).map((found) => {
      const tests = [...found.entryWhere, ...inSpaces]
      const needsEntries = tests.length > 0 || testsEntries(found, [])
      const source = needsEntries ? withEntries(found, entry, context) : found
      const { leader, from, where } = source
      return sql`select cast(${raw(leader)}.item_id as text) as key from ${from}
        where ${all([...where, ...tests, ...testsOf(source, [], entry, context)])}`
    }),
  )
  return queries.length > 0
    ? join(queries, ' union all ')
    : raw('select cast(null as text) as key from entries where 1 = 0')
}
