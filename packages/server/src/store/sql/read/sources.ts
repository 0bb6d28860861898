/**
 * The start of a statement: rows found through the index of one condition. The sources of a condition never
 * return an item twice.
 */
import type { Condition, FieldTarget, ScopeRule, Selection } from '../../../query/tree.ts'
import { join, raw, sql, type Sql } from '../sql.ts'
import { keyCondition, probe, textProbe } from './conditions.ts'
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
  switch (condition.kind) {
    case 'keys':
      return keySources(condition.targets, models, rule, entry, context, ({ test }) =>
        keyCondition(test, keys, context),
      )
    case 'refers': {
      const test = refersTo(condition.ids, keys, `v${entry}`, context)
      return keySources(condition.targets, models, rule, entry, context, () => test)
    }
    case 'through': {
      const test = dialect.reading.isOneOfSelected(
        `${keys}.key`,
        targetIds(condition.inner, `t${entry}`, context),
      )
      return keySources(condition.targets, models, rule, entry, context, () => test)
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
    default:
      throw new Error(`a condition of kind ${condition.kind} cannot lead`)
  }
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
      const { leader, from, where } = tests.length > 0 ? withEntries(found, entry, context) : found
      return sql`select cast(${raw(leader)}.item_id as text) as key from ${from}
        where ${all([...where, ...tests])}`
    }),
  )
  return queries.length > 0
    ? join(queries, ' union all ')
    : raw('select cast(null as text) as key from entries where 1 = 0')
}

/** A field name that occurs in more models is searched in all of them at once. */
export const maxSources = 6

function keySources<Target extends FieldTarget>(
  targets: readonly Target[],
  models: Models,
  rule: ScopeRule,
  entry: string,
  context: ReadContext,
  testOf: (target: Target) => Sql,
): Source[] {
  const mine = targets.filter(
    ({ modelIds }) => models.isEveryModel || isAmong(modelIds, models.modelIds),
  )
  const own = mine.filter(({ isShared }) => !isShared)
  const shared = mine.filter(({ isShared }) => isShared)
  const source = (some: readonly Target[], test: Sql): Source =>
    keySource(some, test, models, rule, entry, context)
  const grouped = Map.groupBy(own, (target) =>
    own.length > maxSources
      ? JSON.stringify({ ...target, fieldId: 0, modelIds: [] })
      : target.fieldId,
  )
  const groups = [...grouped.values(), ...shared.map((target) => [target])]
  return groups.flatMap((group) => (group[0] ? [source(group, testOf(group[0]))] : []))
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
  { targets, keyword }: TextCondition,
  models: Searched,
  rule: ScopeRule,
  entry: string,
  context: ReadContext,
): Source {
  const { thenJoin, candidates, indexedBy } = context.dialect.reading
  const grams = raw(`g${entry}`)
  return {
    leader: entry,
    from: sql`(${candidates(keywordsIn(models.conditions ?? [], keyword))}) ${grams}
      ${thenJoin} entries ${raw(entry)}${indexedBy('entries_by_document')}
        on ${raw(entry)}.document_id = ${grams}.id and ${inScope(entry, rule)}`,
    where: counted(context),
    hasEntries: true,
    entryWhere: [
      ...lacks(entry, rule),
      ...inModels(models, context, `${entry}.model_id`),
      ...(isCertain({ targets, keyword }) ? [] : [textProbe(targets, keyword, entry, context)]),
    ],
  }
}
