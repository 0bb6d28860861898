/** Conditions as tests of one row of `entries`: each is an index look-up, and none multiplies rows. */
import type {
  Bound,
  Condition,
  FieldTarget,
  KeyTarget,
  KeyTest,
  TimeColumn,
} from '../../../query/tree.ts'
import type { Dialect } from '../dialect.ts'
import { isFullKey, splitIndexKey } from '../../../query/index-key.ts'
import { lastPublicationOf } from '../../last-publication.ts'
import { restOf, textsHold } from '../../search/document-texts.ts'
import { raw, sql, type Sql } from '../sql.ts'
import { all, any, areOf, isVisibleEntry, isIn, never, signs, type ReadContext } from './context.ts'
import { unitsOf } from './condition-facts.ts'
import { entryProbe } from './entry-conditions.ts'

export function probe(condition: Condition, entry: string, context: ReadContext): Sql {
  const { dialect } = context
  const column = (name: string): string => `${entry}.${name}`
  switch (condition.kind) {
    case 'keys':
      return any(grouped(condition.targets).map((target) => keyProbe(target, entry, context)))
    case 'empty':
      return sql`not ${anyField(condition.targets, (target) =>
        fieldProbe(target, entry, context, raw('1 = 1')),
      )}`
    case 'refers': {
      const { ids, targets } = condition
      const visible = isVisible(`k_${entry}.key`, `v_${entry}`, context)
      if (!ids) {
        const reached = all([...chargedKeys(condition, context), visible])
        return anyField(targets, (target) => fieldProbe(target, entry, context, reached))
      }
      const test = all([isIn(dialect, `k_${entry}.key`, ids.map(String)), visible])
      return anyField(targets, (target) => exactProbe(target, ids.length, entry, context, test))
    }
    case 'shows': {
      const test = isShown(`k_${entry}.key`, `m_${entry}`, context)
      return anyField(condition.targets, (target) => fieldProbe(target, entry, context, test))
    }
    case 'through': {
      const inner = `t_${entry}`
      const reached = isVisible(`k_${entry}.key`, inner, context, [
        probe(condition.inner, inner, context),
      ])
      const test = all([...chargedKeys(condition, context), reached])
      return anyField(condition.targets, (target) => fieldProbe(target, entry, context, test))
    }
    case 'entry':
      return entryProbe(condition, entry, context, { probe, isVisible, isShown })
    case 'id':
      return isIn(dialect, column('item_id'), condition.ids)
    case 'idBeyond': {
      // Keys lead by their text. With the plain column, PostgreSQL 18 would also search their index for ids, which it
      // considers so expensive that it prefers to read the keys of all ids.
      const id = entry === context.keys ? `${column('item_id')} + 0` : column('item_id')
      return sql`${raw(id)} ${raw(signs[condition.comparison])} ${condition.id}`
    }
    case 'model':
      return isIn(dialect, column('model_id'), condition.ids)
    case 'space':
      return isIn(dialect, column('space_id'), condition.ids)
    case 'status':
      return isIn(dialect, column('status'), condition.statuses)
    case 'lacks':
      return sql`(${raw(column('language_mask'))} & ${condition.language}) = 0`
    case 'time':
      return sql`${timeExpression(condition.column, entry)} ${raw(signs[condition.comparison])} ${condition.time}`
    case 'timeKnown':
      return sql`${timeExpression(condition.column, entry)} is ${raw(condition.isKnown ? 'not null' : 'null')}`
    case 'text':
      return textProbe(condition, entry, context)
    case 'any':
      return any(condition.of.map((one) => probe(one, entry, context)))
    case 'all':
      return sql`(${all(condition.of.map((one) => probe(one, entry, context)))})`
    case 'not':
      // Comparing with an empty time is neither true nor false.
      return sql`(${probe(condition.of, entry, context)}) is not true`
    case 'never':
      return never
  }
}

/** A list may have many keys, each of which is followed. */
function chargedKeys(
  condition: Extract<Condition, { targets: readonly FieldTarget[] }>,
  { dialect }: ReadContext,
): Sql[] {
  const { guard } = dialect.reading
  return guard && condition.targets.some(({ isMany }) => isMany) ? [guard(unitsOf(condition))] : []
}

/** A time as displayed, which filters and sorting use. */
export function timeExpression(column: TimeColumn, entry: string): Sql {
  return raw(column === 'last_published_at' ? lastPublicationOf(`${entry}.`) : `${entry}.${column}`)
}

/** A test of a row of `index_keys`. */
export function keyCondition(test: KeyTest, keys: string, { dialect }: ReadContext): Sql {
  if (test.kind === 'range') {
    return all(test.bounds.map((bound) => boundCondition(bound, keys, dialect)))
  }
  if (test.kind === 'within') {
    const column = raw(`${keys}.key`)
    return any(test.ranges.map(([low, high]) => sql`(${column} >= ${low} and ${column} < ${high})`))
  }
  if (test.kind === 'indexed') {
    return sql`${raw(keys)}.key ${raw(signs[test.comparison])} ${test.key}`
  }
  const split = test.keys.map((key) => splitIndexKey(0, key))
  if (!split.some(({ key }) => isFullKey(key))) return isIn(dialect, `${keys}.key`, test.keys)
  const whole = split.map(
    ({ key, restDigest }) =>
      sql`(${raw(keys)}.key = ${key} and ${raw(keys)}.rest_digest = ${restDigest})`,
  )
  return any(whole)
}

function boundCondition(bound: Bound, keys: string, { reading }: Dialect): Sql {
  const { key, rest } = splitIndexKey(0, bound.key)
  const sign = raw(signs[bound.comparison])
  if (!isFullKey(key)) return sql`${raw(keys)}.key ${sign} ${key}`
  const column = raw(`${keys}.key`)
  const wide = raw(signs[bound.comparison.startsWith('l') ? 'lte' : 'gte'])
  return sql`(${column} ${wide} ${key} and (${column} <> ${key} or ${restOf(reading, keys)} ${sign} ${rest}))`
}

/** Condition: the item that a reference key points to is visible and passes the tests. */
export function isVisible(
  key: string,
  entry: string,
  context: ReadContext,
  tests: readonly Sql[] = [],
): Sql {
  return sql`exists (select 1 from entries ${raw(entry)}
    where ${raw(entry)}.item_id = cast(${raw(key)} as bigint)
      and ${all([isVisibleEntry(entry, context), ...tests])}${context.dialect.reading.fence})`
}

/** Condition: the media that a key points to is neither archived nor deleted. */
export function isShown(key: string, media: string, { dialect }: ReadContext): Sql {
  return sql`exists (select 1 from media ${raw(media)}
    where ${raw(`${media}.id = cast(${key} as bigint) and ${media}.archived_at is null
      and ${media}.deleted_at is null`)}${dialect.reading.fence})`
}

function anyField(targets: readonly FieldTarget[], test: (target: TargetGroup) => Sql): Sql {
  return any(groupedFields(targets).map(test))
}

interface TargetGroup {
  readonly fieldIds: readonly number[]
  /** Null if the field ids alone determine the model. */
  readonly modelIds: readonly number[] | null
}

/** Groups fields of single models; fields of field sets name their models. */
export function groupedFields(targets: readonly FieldTarget[]): TargetGroup[] {
  const own = targets.filter(({ isShared }) => !isShared).map(({ fieldId }) => fieldId)
  const shared = targets.filter(({ isShared }) => isShared)
  return [
    ...(own.length > 0 ? [{ fieldIds: own, modelIds: null }] : []),
    ...shared.map(({ fieldId, modelIds }) => ({ fieldIds: [fieldId], modelIds })),
  ]
}

function grouped(targets: readonly KeyTarget[]): (TargetGroup & { test: KeyTest })[] {
  const byTest = Map.groupBy(targets, ({ test }) => JSON.stringify(test))
  return [...byTest.values()].flatMap((same) => {
    const test = same[0]?.test
    return test ? groupedFields(same).map((group) => ({ ...group, test })) : []
  })
}

function keyProbe(
  target: TargetGroup & { test: KeyTest },
  entry: string,
  context: ReadContext,
): Sql {
  const { test } = target
  const condition = keyCondition(test, `k_${entry}`, context)
  return test.kind === 'oneOf'
    ? exactProbe(target, test.keys.length, entry, context, condition)
    : fieldProbe(target, entry, context, condition)
}

/** More look-ups than this cost more than one that reads all keys of the item. */
const maxLookups = 4

/**
 * For a test of complete keys. If they are few, the row is looked up by key: equal keys are adjacent in
 * order of creation, while the keys of items are spread over the index by item.
 */
function exactProbe(
  target: TargetGroup,
  keyCount: number,
  entry: string,
  context: ReadContext,
  test: Sql,
): Sql {
  if (target.fieldIds.length * keyCount > maxLookups)
    return fieldProbe(target, entry, context, test)
  const atTime = raw(`k_${entry}.created_at = ${entry}.created_at`)
  const byKey = context.dialect.reading.byPrimaryKey('index_keys')
  return fieldProbe(target, entry, context, all([test, atTime]), byKey)
}

function fieldProbe(
  target: TargetGroup,
  entry: string,
  context: ReadContext,
  test: Sql,
  index = context.dialect.reading.indexedBy('index_keys_by_item'),
): Sql {
  const { dialect } = context
  const keys = raw(`k_${entry}`)
  const found = sql`exists (select 1 from index_keys ${keys}${index}
    where ${areOf(entry, `k_${entry}`, context.visibility)}
      and ${isIn(dialect, `k_${entry}.field_id`, target.fieldIds)} and ${test}${dialect.reading.fence})`
  return ofModels(target.modelIds, entry, found, context)
}

/** Restricts a test to items of some models. */
export function ofModels(
  modelIds: readonly number[] | null,
  entry: string,
  test: Sql,
  { dialect }: ReadContext,
): Sql {
  return modelIds ? sql`(${isIn(dialect, `${entry}.model_id`, modelIds)} and ${test})` : test
}

/** Searches the substring, or the start, in the folded texts of the item's document. */
export function textProbe(
  { targets, keyword, isStart }: Extract<Condition, { kind: 'text' }>,
  entry: string,
  context: ReadContext,
): Sql {
  const { dialect } = context
  const groups = targets ? groupedFields(targets) : [{ fieldIds: null, modelIds: null }]
  const texts = `x_${entry}`
  return any(
    groups.map(({ fieldIds, modelIds }) => {
      const found = sql`exists (select 1 from document_texts ${raw(texts)}
        where ${raw(texts)}.document_id = ${raw(entry)}.document_id
          and ${textsHold(dialect.reading, texts, { keyword, isStart }, fieldIds)}${dialect.reading.fence})`
      return ofModels(modelIds, entry, found, context)
    }),
  )
}
