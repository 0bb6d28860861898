/**
 * The start of a statement: rows found through the index of one condition. The sources of a condition never
 * return an item twice.
 */
import type { Condition, FieldTarget, ScopeRule, Selection } from '../../../query/tree.ts'
import { join, raw, sql, type Sql } from '../sql.ts'
import { negated } from '../../../query/logic.ts'
import { canLead, hintsOf, isTestedByItem, maxSources } from './condition-facts.ts'
import { keyCondition, isVisible, probe, textProbe } from './conditions.ts'
import {
  all,
  areOf,
  counted,
  inModels,
  inScope,
  isVisibleEntry,
  isAmong,
  isId,
  lacks,
  type Models,
  type ReadContext,
} from './context.ts'

export interface Source {
  /** The alias with item_id, language_id and created_at, in the order of its index. */
  readonly leader: string
  readonly from: Sql
  readonly where: readonly Sql[]
  /** Whether `from` contains the entries. If not, they are joined only if something needs them. */
  readonly hasEntries: boolean
  /** Additional tests of the entries for this source. */
  readonly entryWhere: readonly Sql[]
  /** Further conditions that its rows must pass. */
  readonly tests?: readonly Condition[]
}

type Searched = Models & Partial<Pick<Selection, 'conditions'>>

/** Joins the entries to a source. */
export function withEntries(
  source: Source,
  entry: string,
  { dialect, visibility }: ReadContext,
): Source {
  if (source.hasEntries) return source
  const { leader, from } = source
  return {
    ...source,
    hasEntries: true,
    from: sql`${from} ${dialect.reading.thenJoin} entries ${raw(entry)}
      on ${areOf(leader, entry, visibility)}`,
  }
}

/** The rows that pass a condition, for one scope rule. */
export function sourcesOf(
  condition: Condition,
  models: Searched,
  rule: ScopeRule,
  entry: string,
  context: ReadContext,
): Source[] {
  const { dialect } = context
  const keys = `k${entry}`
  /** Led by the condition with the fewest rows, and tested with others. */
  const ledSources = (
    some: readonly Condition[],
    othersOf: (leading: Condition) => readonly Condition[],
  ): Source[] => {
    const leading = leadOf(some, context)
    if (!leading) return []
    const others = othersOf(leading)
    return sourcesOf(leading, models, rule, entry, context).map((one) => tested(one, others))
  }
  switch (condition.kind) {
    case 'keys':
      return keySources(condition.targets, models, rule, entry, context, ({ test }) => ({
        test: keyCondition(test, keys, context),
        isOneKey: test.kind === 'oneOf' && test.keys.length === 1,
      }))
    case 'refers': {
      const { ids, targets } = condition
      const test = ids
        ? refersTo(ids, keys, `v${entry}`, context)
        : isVisible(`${keys}.key`, `v${entry}`, context)
      const isOneKey = ids?.length === 1
      return keySources(targets, models, rule, entry, context, () => ({ test, isOneKey }))
    }
    case 'through': {
      const test = dialect.reading.isOneOfSelected(
        `${keys}.key`,
        targetIds(condition.inner, `t${entry}`, context),
      )
      const { targets } = condition
      return keySources(targets, models, rule, entry, context, () => ({ test, isOneKey: false }))
    }
    case 'id': {
      // Not the plain column: PostgreSQL would use an index of the whole model to find the ids.
      const isOfModels = inModels(models, context, `${entry}.model_id + 0`)
      const test = [probe(condition, entry, context), ...isOfModels]
      return [entrySource(test, rule, entry, primaryKey, context)]
    }
    case 'time':
      return timeSources(condition, models, rule, entry, context)
    case 'text':
      return [textSource(condition, models, rule, entry, context)]
    case 'any':
      return alternativeSources(condition.of, models, rule, entry, context)
    case 'all':
      return ledSources(condition.of, (leading) => condition.of.filter((one) => one !== leading))
    case 'entry':
      return ledSources(hintsOf(condition), () => [condition])
    default:
      throw new Error(`a condition of kind ${condition.kind} cannot lead`)
  }
}

function tested(source: Source, conditions: readonly Condition[]): Source {
  return { ...source, tests: [...(source.tests ?? []), ...conditions] }
}

/** The rows of each alternative that no alternative before it has. The rows of the longest need no test. */
function alternativeSources(
  alternatives: readonly Condition[],
  models: Searched,
  rule: ScopeRule,
  entry: string,
  context: ReadContext,
): Source[] {
  const { counts } = context
  const count = (condition: Condition): number => counts?.get(condition) ?? 0
  const longestFirst = alternatives.toSorted((a, b) => count(b) - count(a))
  return longestFirst.flatMap((one, index) => {
    const others = longestFirst.slice(0, index).map(negated)
    return sourcesOf(one, models, rule, entry, context).map((source) => tested(source, others))
  })
}

/** The condition with the fewest rows. */
function leadOf(conditions: readonly Condition[], { counts }: ReadContext): Condition | undefined {
  const count = (condition: Condition): number => counts?.get(condition) ?? Infinity
  const [first, ...others] = conditions.filter(canLead)
  return others.reduce((best, one) => (best && count(best) <= count(one) ? best : one), first)
}

/** The tests of a source and others, on the leading row if that is enough. */
export function testsOf(
  { leader, tests = [] }: Source,
  others: readonly Condition[],
  entry: string,
  context: ReadContext,
): Sql[] {
  return [...tests, ...others].map((condition) =>
    probe(condition, isTestedByItem(condition) ? leader : entry, context),
  )
}

/** Whether a test of the source or another one needs the entries. */
export function testsEntries({ tests = [] }: Source, others: readonly Condition[]): boolean {
  return ![...tests, ...others].every(isTestedByItem)
}

/**
 * Condition: the key is one of these ids and its item is visible. Visibility is checked once, not for every
 * row.
 */
function refersTo(ids: readonly number[], keys: string, seen: string, context: ReadContext): Sql {
  const { dialect } = context
  const [only] = ids
  const visible = sql`from entries ${raw(seen)} where ${isId(dialect, `${seen}.item_id`, ids)}
    and ${isVisibleEntry(seen, context)}`
  if (only !== undefined && ids.length === 1) {
    return sql`${raw(keys)}.key = ${String(only)} and exists (select 1 ${visible}${dialect.reading.fence})`
  }
  return dialect.reading.isOneOfSelected(
    `${keys}.key`,
    sql`select cast(${raw(seen)}.item_id as text) as key ${visible}`,
  )
}

/** The reference keys of the items that pass a condition in any scope. */
export function targetIds(condition: Condition, entry: string, context: ReadContext): Sql {
  const { dialect, visibility } = context
  const everyModel = { modelIds: [], isEveryModel: true }
  const lookup = { ...context, rowUnits: 2 }
  const inSpaces = visibility.spaceIds
    ? [isId(dialect, `${entry}.space_id`, visibility.spaceIds)]
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

function keySources<Target extends FieldTarget>(
  targets: readonly Target[],
  models: Models,
  rule: ScopeRule,
  entry: string,
  context: ReadContext,
  testOf: (target: Target) => { test: Sql; isOneKey: boolean },
): Source[] {
  const mine = targets.filter(
    ({ modelIds }) => models.isEveryModel || isAmong(modelIds, models.modelIds),
  )
  const own = mine.filter(({ isShared }) => !isShared)
  const shared = mine.filter(({ isShared }) => isShared)
  const source = (some: readonly Target[], first: Target): Source => {
    const { test, isOneKey } = testOf(first)
    const found = keySource(some, test, models, rule, entry, context)
    const isRepeated = !isOneKey && some.some(({ isMany }) => isMany)
    return isRepeated ? withoutRepeats(found) : found
  }
  const grouped = Map.groupBy(own, (target) =>
    own.length > maxSources
      ? JSON.stringify({ ...target, fieldId: 0, modelIds: [] })
      : target.fieldId,
  )
  const groups = [...grouped.values(), ...shared.map((target) => [target])]
  return groups.flatMap((group) => (group[0] ? [source(group, group[0])] : []))
}

/** An item may have several keys that pass the test. */
function withoutRepeats(source: Source): Source {
  const { leader, from } = source
  const columns = raw(`${leader}.item_id, ${leader}.language_id, ${leader}.created_at`)
  return { ...source, from: sql`(select distinct ${columns} from ${from}) ${raw(leader)}` }
}

/** Rows of `index_keys` of some fields that pass one test. */
export function keySource(
  targets: readonly FieldTarget[],
  test: Sql,
  models: Models,
  rule: ScopeRule,
  entry: string,
  context: ReadContext,
): Source {
  const { dialect } = context
  const keys = `k${entry}`
  const fieldIds = targets.map(({ fieldId }) => fieldId)
  // The field determines the model, unless models share it.
  const shared = targets
    .filter(({ isShared }) => isShared)
    .flatMap(({ modelIds }) => modelIds)
    .filter((id) => models.isEveryModel || models.modelIds.includes(id))
  const isShared = targets.some((target) => target.isShared)
  return {
    leader: keys,
    from: sql`(select ${raw(keys)}.* from index_keys ${raw(keys)}
        where ${all([
          ...counted(context),
          inScope(keys, rule),
          isId(dialect, `${keys}.field_id`, fieldIds),
          test,
        ])}) ${raw(keys)}`,
    where: [],
    hasEntries: false,
    entryWhere: [
      ...lacks(entry, rule),
      ...(isShared ? [isId(dialect, `${entry}.model_id`, shared)] : []),
    ],
  }
}

export const primaryKey = Symbol('the primary key of entries')

/** Rows of `entries`, along one of its indexes. */
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

function timeSources(
  condition: Extract<Condition, { kind: 'time' }>,
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

type TextCondition = Extract<Condition, { kind: 'text' }>

/** A keyword of one or two characters is a gram: a match of the gram is a match of the keyword. */
export function isCertain({
  targets,
  keyword,
}: Pick<TextCondition, 'targets' | 'keyword'>): boolean {
  return targets === null && [...keyword].length <= 2
}

/**
 * Keywords that the same document must contain. Searching for all of them at once finds the fewest
 * documents.
 */
export function keywordsIn(conditions: readonly Condition[], own: string): string[] {
  const others = conditions.flatMap((one) => (one.kind === 'text' ? one.keyword : []))
  return [...new Set([own, ...others])].toSorted()
}

function textSource(
  condition: TextCondition,
  models: Searched,
  rule: ScopeRule,
  entry: string,
  context: ReadContext,
): Source {
  const { thenJoin, candidates, indexedBy } = context.dialect.reading
  const grams = raw(`g${entry}`)
  return {
    leader: entry,
    from: sql`(${candidates(keywordsIn(models.conditions ?? [], condition.keyword))}) ${grams}
      ${thenJoin} entries ${raw(entry)}${indexedBy('entries_by_document')}
        on ${raw(entry)}.document_id = ${grams}.id and ${inScope(entry, rule)}`,
    where: counted(context),
    hasEntries: true,
    entryWhere: [
      ...lacks(entry, rule),
      ...inModels(models, context, `${entry}.model_id`),
      ...(isCertain(condition) ? [] : [textProbe(condition, entry, context)]),
    ],
  }
}
