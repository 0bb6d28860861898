/** Rows of `index_keys`, by field and key. */
import type { Condition, FieldTarget, KeyTarget, ScopeRule } from '../../../query/tree.ts'
import { raw, sql, type Sql } from '../sql.ts'
import { leadsByCreation, maxSources } from './condition-facts.ts'
import { isShown, isVisible, keyCondition } from './conditions.ts'
import {
  all,
  counted,
  inScope,
  isAmong,
  isIn,
  isVisibleEntry,
  lacks,
  type Models,
  type ReadContext,
} from './context.ts'
import type { KeyRange } from '../../search/start-ranges.ts'
import type { Source } from './source.ts'

/** The rows that pass a test, for fields that are searched at once. */
interface KeySearch {
  readonly targets: readonly FieldTarget[]
  readonly test: Sql
  readonly isOneKey: boolean
  /** Ranges of keys to search one after the other. */
  readonly ranges?: readonly KeyRange[] | undefined
}

/** The searches of a condition, each for one field, or for one key if those are in order of creation. */
export function keySources(
  condition: Extract<Condition, { kind: 'keys' | 'refers' | 'shows' }>,
  models: Models,
  rule: ScopeRule,
  entry: string,
  context: ReadContext,
): Source[] {
  const keys = `k${entry}`
  const isSplit = context.isByKey ?? leadsByCreation(condition)
  if (condition.kind === 'keys') {
    const targets = isSplit ? condition.targets.flatMap(eachKey) : condition.targets
    const searches = grouped(targets, models, isSplit).map((group): KeySearch => {
      const [{ test }] = group
      if (test.kind === 'within') {
        return { targets: group, test: raw('1 = 1'), isOneKey: false, ranges: test.ranges }
      }
      const isOneKey = test.kind === 'oneOf' && test.keys.length === 1
      return { targets: group, test: keyCondition(test, keys, context), isOneKey }
    })
    return searched(searches, models, rule, entry, context)
  }
  const { targets } = condition
  if (condition.kind === 'shows') {
    const test = isShown(`${keys}.key`, `m${entry}`, context)
    const groups = grouped(targets, models, false)
    const searches = groups.map((group) => ({ targets: group, test, isOneKey: false }))
    return searched(searches, models, rule, entry, context)
  }
  const { ids } = condition
  const tests = isSplit && ids ? ids.map((id) => [id]) : [ids]
  const searches = tests.flatMap((some) => {
    const test = some
      ? refersTo(some, keys, `v${entry}`, context)
      : isVisible(`${keys}.key`, `v${entry}`, context)
    const isOneKey = some?.length === 1
    return grouped(targets, models, false).map((group) => ({ targets: group, test, isOneKey }))
  })
  return searched(searches, models, rule, entry, context)
}

function eachKey(target: KeyTarget): KeyTarget[] {
  const { test } = target
  if (test.kind !== 'oneOf') return [target]
  return test.keys.map((key) => ({ ...target, test: { kind: 'oneOf', keys: [key] } }))
}

/** The rows whose key is one of the selected ones. */
export function selectedKeySources(
  targets: readonly FieldTarget[],
  selected: Sql,
  models: Models,
  rule: ScopeRule,
  entry: string,
  context: ReadContext,
): Source[] {
  const test = context.dialect.reading.isOneOfSelected(`k${entry}.key`, selected)
  const searches = grouped(targets, models, false).map((group) => ({
    targets: group,
    test,
    isOneKey: false,
  }))
  return searched(searches, models, rule, entry, context)
}

type Group<Target> = readonly [Target, ...Target[]]

/** Fields of the models. Many fields of single models are searched at once, unless they are separate. */
function grouped<Target extends FieldTarget>(
  targets: readonly Target[],
  models: Models,
  areSeparate: boolean,
): Group<Target>[] {
  const mine = targets.filter(
    ({ modelIds }) => models.isEveryModel || isAmong(modelIds, models.modelIds),
  )
  const own = mine.filter(({ isShared }) => !isShared)
  if (areSeparate || own.length <= maxSources) return mine.map((target) => [target])
  const groups = Map.groupBy(own, (target) =>
    JSON.stringify({ ...target, fieldId: 0, modelIds: [] }),
  )
  const shared = mine.filter(({ isShared }) => isShared).map((target) => [target])
  return [...groups.values(), ...shared].filter(isFilled)
}

function isFilled<Target>(group: Target[]): group is [Target, ...Target[]] {
  return group.length > 0
}

function searched(
  searches: readonly KeySearch[],
  models: Models,
  rule: ScopeRule,
  entry: string,
  context: ReadContext,
): Source[] {
  const every = searches.flatMap(({ targets }) => targets)
  return searches.map(({ targets, test, isOneKey, ranges }) => {
    const found = keySource(targets, test, models, rule, entry, context, ranges)
    const lists = targets.filter(({ isMany }) => isMany)
    if (lists.length > 0 && !isOneKey) return withoutRepeats(found)
    // A list may have several of the keys.
    const isTwice = lists.some(
      ({ fieldId }) => every.filter((other) => other.fieldId === fieldId).length > 1,
    )
    return isTwice ? { ...found, overlaps: true } : found
  })
}

/** An item may have several keys that pass the test. */
function withoutRepeats(source: Source): Source {
  const { leader, from } = source
  const columns = raw(`${leader}.item_id, ${leader}.language_id, ${leader}.created_at`)
  return { ...source, from: sql`(select distinct ${columns} from ${from}) ${raw(leader)}` }
}

/**
 * Condition: the key is one of these ids and its item is visible. Visibility is checked once, not for every
 * row.
 */
function refersTo(ids: readonly number[], keys: string, seen: string, context: ReadContext): Sql {
  const { dialect } = context
  const [only] = ids
  const visible = sql`from entries ${raw(seen)} where ${isIn(dialect, `${seen}.item_id`, ids)}
    and ${isVisibleEntry(seen, context)}`
  if (only !== undefined && ids.length === 1) {
    return sql`${raw(keys)}.key = ${String(only)} and exists (select 1 ${visible}${dialect.reading.fence})`
  }
  return dialect.reading.isOneOfSelected(
    `${keys}.key`,
    sql`select cast(${raw(seen)}.item_id as text) as key ${visible}`,
  )
}

/** Rows of some fields that pass one test. */
export function keySource(
  targets: readonly FieldTarget[],
  test: Sql,
  models: Models,
  rule: ScopeRule,
  entry: string,
  context: ReadContext,
  ranges?: readonly KeyRange[],
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
  const found = [inScope(keys, rule), isIn(dialect, `${keys}.field_id`, fieldIds), test]
  const rows = ranges
    ? dialect.reading.keysInRanges(ranges, keys, all(found), context.rowUnits ?? 1)
    : sql`select ${raw(keys)}.* from index_keys ${raw(keys)} where ${all([...counted(context), ...found])}`
  return {
    leader: keys,
    leadsByKey: true,
    from: sql`(${rows}) ${raw(keys)}`,
    where: [],
    hasEntries: false,
    entryWhere: [
      ...lacks(entry, rule),
      ...(isShared ? [isIn(dialect, `${entry}.model_id`, shared)] : []),
    ],
  }
}
