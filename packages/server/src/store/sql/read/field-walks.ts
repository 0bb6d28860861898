/** Walks along a field of the items, or of the items that they refer to. */
import { isKnown, negated } from '../../../query/logic.ts'
import type {
  Condition,
  FieldTarget,
  KeyTest,
  OrderBy,
  OrderKey,
  ScopeRule,
  Selection,
} from '../../../query/tree.ts'
import { restOf } from '../../search/document-texts.ts'
import { raw, sql, type Sql } from '../sql.ts'
import { entry } from './completed-sources.ts'
import { keyCondition } from './conditions.ts'
import { all, areOf, counted, inScope, isAmong, isIn, lacks, type ReadContext } from './context.ts'
import { keySource } from './key-sources.ts'
import { isTooWide, type Branch, type Part } from './part.ts'
import { term } from './sorting.ts'
import type { Source } from './source.ts'

export interface FieldWalk {
  /** The items that have the first sort key. */
  readonly keyed: Part
  /** Condition: the item lacks it. Null if the items of the list have it. */
  readonly isEmpty: Condition | null
}

type FieldOrder = Extract<OrderBy, { kind: 'field' }>
type ThroughOrder = Extract<OrderBy, { kind: 'through' }>

export function fieldWalk(
  selection: Selection,
  order: readonly OrderKey[],
  { targets, isShort }: FieldOrder,
  context: ReadContext,
): FieldWalk | undefined {
  const mine = ofSelection(targets, selection)
  if (isTooWide(selection, mine.length)) return undefined
  const { absorbed, conditions } = absorb(selection, { kind: 'field', targets: mine, isShort })
  const [key, rest] = [raw(`k${entry}.key`), restOf(context.dialect.reading, `k${entry}`)]
  const branches = selection.visibility.scopes.flatMap((rule) =>
    mine.map((target) => {
      const test = testOf(absorbed, target, `k${entry}`, context)
      const source = keySource([target], test, selection, rule, entry, context)
      return branchOf(source, isShort ? [key] : [key, rest], order)
    }),
  )
  // Items without the field never pass a condition on it.
  const isEmpty: Condition | null = absorbed.length > 0 ? null : { kind: 'empty', targets: mine }
  return { keyed: { branches, order, conditions }, isEmpty }
}

/** Along the keys of the items that references lead to, and for each of them along the references to it. */
export function throughWalk(
  selection: Selection,
  order: readonly OrderKey[],
  { targets, by }: ThroughOrder,
  context: ReadContext,
): FieldWalk | undefined {
  if (by.kind !== 'field') return undefined
  const { scopes } = selection.visibility
  const mine = ofSelection(targets, selection)
  if (isTooWide(selection, mine.length * by.targets.length * scopes.length)) return undefined
  const { absorbed, conditions } = absorb(selection, { kind: 'through', targets: mine, by })
  const [key, rest] = [raw(`k${entry}.sort_key`), raw(`k${entry}.sort_rest`)]
  const branches = scopes.flatMap((rule) =>
    mine.flatMap((reference) =>
      scopes.flatMap((targetRule) =>
        by.targets.map((field) => {
          const sorted = sortedTargets(field, by.isShort, absorbed, targetRule, context)
          const source = referring(reference, sorted, selection, rule, context)
          return branchOf(source, by.isShort ? [key] : [key, rest], order)
        }),
      ),
    ),
  )
  const hasKey: Condition = {
    kind: 'through',
    targets: mine,
    inner: { kind: 'keys', targets: by.targets.map((target) => ({ ...target, test: isKnown })) },
  }
  return {
    keyed: { branches, order, conditions },
    isEmpty: absorbed.length > 0 ? null : negated(hasKey),
  }
}

function ofSelection(targets: readonly FieldTarget[], { modelIds }: Selection): FieldTarget[] {
  return targets.filter((target) => isAmong(target.modelIds, modelIds))
}

function branchOf(source: Source, columns: readonly Sql[], [first]: readonly OrderKey[]): Branch {
  const [key = raw(''), rest] = columns
  return {
    source,
    first: rest ? sql`${key} || ${rest}` : key,
    orderBy: columns.map((column) => term(column, first?.isDescending ?? false, null)),
  }
}

/** Tests of the keys of a walk. */
type Absorbed = Extract<Condition, { kind: 'keys' }>

/** Extracts the conditions that the keys of a walk decide. */
function absorb(
  { conditions }: Selection,
  by: FieldOrder | ThroughOrder,
): { absorbed: Absorbed[]; conditions: Condition[] } {
  const onKeys = conditions.filter((condition) => isOn(condition, by))
  const absorbed = onKeys.flatMap((condition) => {
    const inner = condition.kind === 'through' ? condition.inner : condition
    return inner.kind === 'keys' ? [inner] : []
  })
  return { absorbed, conditions: conditions.filter((condition) => !isOn(condition, by)) }
}

/** Whether the keys that a walk along this sort key reads anyway decide the condition. */
export function isOn(condition: Condition, by: OrderBy): boolean {
  if (by.kind === 'field') {
    return condition.kind === 'keys' && areSameFields(condition.targets, by.targets)
  }
  if (by.kind !== 'through' || condition.kind !== 'through') return false
  return areSameFields(condition.targets, by.targets) && isOn(condition.inner, by.by)
}

function areSameFields(a: readonly FieldTarget[], b: readonly FieldTarget[]): boolean {
  const fieldIds = new Set(b.map(({ fieldId }) => fieldId))
  return a.length === b.length && a.every(({ fieldId }) => fieldIds.has(fieldId))
}

function testOf(
  absorbed: readonly Absorbed[],
  { fieldId }: FieldTarget,
  keys: string,
  context: ReadContext,
): Sql {
  const tests = absorbed.flatMap(({ targets }) =>
    targets.filter((target) => target.fieldId === fieldId).map(({ test }): KeyTest => test),
  )
  return all(tests.map((one) => keyCondition(one, keys, context)))
}

/** The visible items that have a key of the field, in its order, as `t`. */
function sortedTargets(
  field: FieldTarget,
  isShort: boolean,
  absorbed: readonly Absorbed[],
  rule: ScopeRule,
  context: ReadContext,
): { columns: Sql; from: Sql; where: Sql } {
  const { dialect, visibility } = context
  const { spaceIds } = visibility
  const tests = [
    ...lacks('te', rule),
    ...(spaceIds ? [isIn(dialect, 'te.space_id', spaceIds)] : []),
    ...(field.isShared ? [isIn(dialect, 'te.model_id', field.modelIds)] : []),
  ]
  const entries = sql` ${dialect.reading.thenJoin} entries te
    on ${all([areOf('t', 'te', visibility), ...tests])}`
  const rest = isShort ? raw('') : sql`, ${restOf(dialect.reading, 't')} as sort_rest`
  return {
    columns: sql`t.key as sort_key${rest}`,
    from: sql`index_keys t${tests.length > 0 ? entries : raw('')}`,
    where: all([
      ...counted(context),
      inScope('t', rule),
      sql`t.field_id = ${field.fieldId}`,
      testOf(absorbed, field, 't', context),
    ]),
  }
}

/** The items that refer to each of the sorted ones. */
function referring(
  reference: FieldTarget,
  sorted: ReturnType<typeof sortedTargets>,
  selection: Selection,
  rule: ScopeRule,
  context: ReadContext,
): Source {
  const { joinKeys, guarded } = context.dialect.reading
  const keys = `k${entry}`
  const units = raw(String(context.rowUnits ?? 1))
  const refers = all([
    inScope(keys, rule),
    sql`${raw(keys)}.field_id = ${reference.fieldId}`,
    sql`${raw(keys)}.key = cast(t.item_id as text)`,
    guarded(units, raw(`${keys}.item_id > 0`)),
  ])
  return {
    ...keySource([reference], raw('1 = 1'), selection, rule, entry, context),
    from: sql`(select ${sorted.columns}, ${raw(`${keys}.item_id, ${keys}.language_id, ${keys}.created_at`)}
      from ${sorted.from} ${joinKeys(keys, refers)}
      where ${sorted.where}) ${raw(keys)}`,
  }
}
