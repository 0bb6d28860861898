/**
 * Where a statement starts from: rows of `entries`, found through the index that serves one
 * condition. No item comes twice from the sources of one condition.
 */
import type { Condition, FieldTarget, KeyTest, ScopeRule, Selection } from '../../../query/tree.ts'
import { gramsOfKeyword } from '../grams.ts'
import { join, raw, sql, type Sql } from '../sql.ts'
import { groupedFields, isVisible, keyCondition, probe, textProbe } from './conditions.ts'
import { all, inRule, inSight, isId, isText, type ReadContext } from './context.ts'

export interface Source {
  readonly from: Sql
  readonly where: readonly Sql[]
  /** The table to take item ids and creation times from: it has them in the order of its index. */
  readonly leader: string
  /** True where rows come in order of creation and id. */
  readonly isByCreation: boolean
}

/** The same name in more models than this is looked for in all of them at once. */
const maxSources = 6

/** Conditions that can lead: the others only test what another one found. */
export function canLead(condition: Condition): boolean {
  switch (condition.kind) {
    case 'keys':
    case 'refers':
    case 'id':
    case 'text':
      return true
    case 'through':
      return canLead(condition.inner)
    case 'time':
      return condition.column !== 'last_published_at'
    default:
      return false
  }
}

/** True where one walk along an index gives all matches of the condition by creation. */
export function leadsByCreation(condition: Condition): boolean {
  if (condition.kind === 'refers') {
    return condition.ids.length === 1 && condition.targets.length <= maxSources
  }
  if (condition.kind === 'keys') {
    if (condition.targets.length > maxSources) return false
    return condition.targets.every(({ test }) => test.kind === 'oneOf' && test.keys.length === 1)
  }
  return condition.kind === 'time' && condition.column === 'created_at'
}

/** The rows that pass a condition, in one part of the sight. The entries' alias is `entry`. */
export function sourcesOf(
  condition: Condition,
  selection: Pick<Selection, 'modelIds' | 'isEveryModel'>,
  rule: ScopeRule,
  entry: string,
  context: ReadContext,
): Source[] {
  const { dialect } = context
  switch (condition.kind) {
    case 'keys':
      return keySources(condition.targets, rule, entry, context, ({ test }) => ({
        test: keyCondition(test, `k${entry}`, context),
        isByCreation: isSingle(test),
        name: JSON.stringify(test),
      }))
    case 'refers': {
      const keys = condition.ids.map(String)
      const test = all([
        isText(dialect, `k${entry}.key`, keys),
        isVisible(`k${entry}.key`, `v${entry}`, context),
      ])
      return keySources(condition.targets, rule, entry, context, () => ({
        test,
        isByCreation: keys.length === 1,
        name: '',
      }))
    }
    case 'through': {
      const inner = targetIds(condition.inner, `t${entry}`, context)
      const test = dialect.reading.isOneOfSelected(`k${entry}.key`, inner)
      return keySources(condition.targets, rule, entry, context, () => ({
        test,
        isByCreation: false,
        name: '',
      }))
    }
    case 'id':
      return [entrySource([probe(condition, entry, context)], rule, entry, null, context)]
    case 'time':
      return timeSources(condition, selection, rule, entry, context)
    case 'text':
      return [textSource(condition.targets, condition.keyword, rule, entry, context)]
    default:
      throw new Error(`a condition of kind ${condition.kind} cannot lead`)
  }
}

function isSingle(test: KeyTest): boolean {
  return test.kind === 'oneOf' && test.keys.length === 1
}

/** Keys, as references hold them, of the items that pass a condition in any part of the sight. */
export function targetIds(condition: Condition, entry: string, context: ReadContext): Sql {
  const { sight } = context
  const everyModel = { modelIds: [], isEveryModel: true }
  const queries = sight.scopes.flatMap((rule) =>
    sourcesOf(condition, everyModel, rule, entry, context).map(
      ({ from, where }) => sql`select cast(${raw(entry)}.item_id as text) as key from ${from}
        where ${all([...where, inSight(entry, context)])}`,
    ),
  )
  return queries.length > 0
    ? join(queries, ' union all ')
    : raw('select cast(null as text) as key from entries where 1 = 0')
}

interface KeyRows {
  readonly test: Sql
  readonly isByCreation: boolean
  /** Equal for equal tests. */
  readonly name: string
}

function keySources<Target extends FieldTarget>(
  targets: readonly Target[],
  rule: ScopeRule,
  entry: string,
  context: ReadContext,
  rowsOf: (target: Target) => KeyRows,
): Source[] {
  const rows = targets.map((target) => ({ target, rows: rowsOf(target) }))
  if (targets.length <= maxSources) {
    return rows.flatMap(({ target, rows: one }) => keySource([target], one, rule, entry, context))
  }
  const alike = Map.groupBy(rows, (one) => one.rows.name)
  return [...alike.values()].flatMap((same) => {
    const [first] = same
    const together = same.map(({ target }) => target)
    return first
      ? keySource(together, { ...first.rows, isByCreation: false }, rule, entry, context)
      : []
  })
}

/** Rows of `index_keys` of some fields that pass one test, each with its entry. */
function keySource(
  targets: readonly FieldTarget[],
  { test, isByCreation }: KeyRows,
  rule: ScopeRule,
  entry: string,
  context: ReadContext,
): Source[] {
  const keys = `k${entry}`
  const { dialect } = context
  return groupedFields(targets).map(({ fieldIds, modelIds }) => ({
    from: sql`index_keys ${raw(keys)} ${dialect.reading.thenJoin} entries ${raw(entry)}
      on ${raw(entry)}.scope = ${raw(keys)}.scope and ${raw(entry)}.item_id = ${raw(keys)}.item_id`,
    where: [
      sql`${raw(keys)}.scope = ${rule.scope} and ${isId(dialect, `${keys}.field_id`, fieldIds)}`,
      test,
      inRule(entry, rule),
      ...(modelIds ? [isId(dialect, `${entry}.model_id`, modelIds)] : []),
    ],
    leader: keys,
    isByCreation,
  }))
}

/** Rows of `entries` themselves, along one of their indexes. */
export function entrySource(
  where: readonly Sql[],
  rule: ScopeRule,
  entry: string,
  index: string | null,
  { dialect }: ReadContext,
): Source {
  const by = index === null ? raw('') : dialect.reading.indexedBy(index)
  return {
    from: sql`entries ${raw(entry)}${by}`,
    where: [inRule(entry, rule), ...where],
    leader: entry,
    isByCreation:
      index === 'entries_of_model' || index === 'entries_newest' || index === 'entries_of_space',
  }
}

const timeIndexes = {
  created_at: 'entries_of_model',
  updated_at: 'entries_by_update',
  published_at: 'entries_by_publication',
} as const

function timeSources(
  condition: Extract<Condition, { kind: 'time' }>,
  { modelIds, isEveryModel }: Pick<Selection, 'modelIds' | 'isEveryModel'>,
  rule: ScopeRule,
  entry: string,
  context: ReadContext,
): Source[] {
  const test = probe(condition, entry, context)
  const { column } = condition
  if (isEveryModel && column === 'created_at') {
    return [entrySource([test], rule, entry, 'entries_newest', context)]
  }
  // Inside a path every model is meant: then there is no index to name.
  if (modelIds.length === 0 || column === 'last_published_at') {
    return [entrySource([test], rule, entry, null, context)]
  }
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

function textSource(
  targets: readonly FieldTarget[] | null,
  keyword: string,
  rule: ScopeRule,
  entry: string,
  context: ReadContext,
): Source {
  const { thenJoin, gramCandidates } = context.dialect.reading
  const grams = raw(`g${entry}`)
  const documents = raw(`d${entry}`)
  // One or two characters are a gram: where it is found, so is the keyword.
  const isCertain = targets === null && [...keyword].length <= 2
  return {
    from: sql`(${gramCandidates(gramsOfKeyword(keyword))}) ${grams}
      ${thenJoin} documents ${documents} on ${documents}.id = ${grams}.id
      ${thenJoin} entries ${raw(entry)} on ${raw(entry)}.scope = ${rule.scope}
        and ${raw(entry)}.item_id = ${documents}.item_id and ${raw(entry)}.document_id = ${documents}.id`,
    where: [
      inRule(entry, rule),
      ...(isCertain ? [] : [textProbe(targets, keyword, entry, context)]),
    ],
    leader: entry,
    isByCreation: false,
  }
}
