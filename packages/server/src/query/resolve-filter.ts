/** Converts one filter to conditions: names to ids, operands to keys. */
import type { Field, Model } from '@octavo/schema/definitions.ts'
import { factsOf, statuses } from '@octavo/schema/field-types.ts'
import type { Operator } from '@octavo/schema/operators.ts'
import { say, type CodedMessage } from '@octavo/schema/problems.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { fieldTypeOf } from '../fields/registry.ts'
import { locate, targetModels, type Located } from './locate.ts'
import { allOf, always, anyOf, isKnown, negated } from './logic.ts'
import { systemProperty, titleTargets } from './system-properties.ts'
import type { Comparison, Condition, FieldTarget, KeyTarget, KeyTest } from './tree.ts'

export const maxHops = 3

export interface FilterContext {
  readonly schema: Schema
  /** Collects the models that paths can reach. */
  readonly reached: Set<number>
}

const malformed = say('filterMalformed')
const wrongOperator = say('filterOperator')
const insideRepeat = say('filterRepeat')
const tooManyHops = say('filterHops', { max: maxHops })
const closed = say('filterClosed')
const unknown = say('filterUnknown')

/**
 * Why a path leads to no condition, most specific first. With several models, a problem with an operand is
 * the most specific.
 */
const generalFaults: readonly CodedMessage[] = [
  wrongOperator,
  insideRepeat,
  tooManyHops,
  closed,
  unknown,
]

/** The operator of a filter with its operands; keywords are folded. */
export interface Operation {
  readonly operator: Operator
  readonly operands: readonly string[]
}

export interface Filter extends Operation {
  readonly path: readonly string[]
}

/** The operators whose condition is negated, with the opposite. */
const opposites: { readonly [Name in Operator]?: Operator } = { ne: 'eq', nin: 'in' }

/** The condition, or the problem. */
export function resolveFilter(
  filter: Filter,
  models: readonly Model[],
  context: FilterContext,
): Condition | CodedMessage {
  const { path, operands } = filter
  const isAbsence = filter.operator === 'exists' && operands[0] === 'false'
  const opposite = opposites[filter.operator]
  const operation = { operator: filter.operator, positive: opposite ?? filter.operator, operands }
  const found = resolve(models, path, operation, 0, context)
  if (isFault(found) || !(opposite ?? isAbsence)) return isFault(found) ? found : found.condition
  // An item whose model lacks the field does not match.
  const isEvery = found.modelIds.length === models.length
  const hasField: Condition = isEvery ? always : { kind: 'model', ids: found.modelIds }
  return allOf([hasField, complement(found.condition, context.schema)])
}

/** Names the other models, spaces or statuses, which narrow the list. */
function complement(condition: Condition, { root }: Schema): Condition {
  switch (condition.kind) {
    case 'model':
    case 'space': {
      const all = condition.kind === 'model' ? root.models : root.spaces
      const ids = all.map(({ id }) => id).filter((id) => !condition.ids.includes(id))
      return { kind: condition.kind, ids }
    }
    case 'status':
      return {
        kind: 'status',
        statuses: statuses.filter((status) => !condition.statuses.includes(status)),
      }
    default:
      return negated(condition)
  }
}

/** An operation without negation. */
interface Positive extends Operation {
  /** The operator to test with; `operator` is the one that the field must allow. */
  readonly positive: Operator
}

interface Resolved {
  readonly condition: Condition
  /** The models that have the path. */
  readonly modelIds: readonly number[]
}

function isFault(found: object): found is CodedMessage {
  return 'message' in found
}

function resolve(
  models: readonly Model[],
  path: readonly string[],
  operation: Positive,
  hops: number,
  context: FilterContext,
): Resolved | CodedMessage {
  const [name = ''] = path
  if (path.length === 1 && name.startsWith('_')) {
    const condition = resolveSystem(name, models, operation, context)
    return isFault(condition) ? condition : { condition, modelIds: models.map(({ id }) => id) }
  }
  const seen = new Set<CodedMessage>()
  const leaves: Leaf[] = []
  const leaps = new Map<number, Leap>()
  const having: number[] = []
  for (const model of models) {
    const located = locate(model, path, context.schema)
    if (located?.kind === 'field') having.push(model.id)
    const fault = sortLocated(located, model, operation, leaves, leaps)
    if (fault) seen.add(fault)
  }
  const fields = leaves.map(({ field }) => field)
  for (const { id } of reachable(fields, context.schema)) context.reached.add(id)
  for (const { fault } of leaves) if (fault) seen.add(fault)
  const through: Condition[] = []
  for (const leap of leaps.values()) {
    const inner = resolveLeap(leap, operation, hops, context)
    if (isFault(inner)) seen.add(inner)
    else {
      through.push(inner)
      having.push(...leap.targets.flatMap(({ modelIds }) => modelIds))
    }
  }
  if (through.length === 0 && leaves.every(({ fault }) => fault)) return mostSpecific(seen)
  const conditions = [...leafConditions(leaves, operation), ...through]
  return { condition: anyOf(conditions), modelIds: having }
}

function mostSpecific(seen: ReadonlySet<CodedMessage>): CodedMessage {
  const ofOperands = seen.values().find((fault) => !generalFaults.includes(fault))
  return ofOperands ?? generalFaults.find((fault) => seen.has(fault)) ?? unknown
}

interface Leaf {
  readonly target: FieldTarget
  readonly field: Field
  /** The keys to compare with. */
  readonly keys: readonly string[]
  /** The problem with some operands. The others are used if a field of another type accepts all of them. */
  readonly fault: CodedMessage | undefined
}

interface Leap {
  readonly rest: readonly string[]
  readonly targets: FieldTarget[]
  readonly fields: Field[]
}

/** Operators that do not compare keys with operands. */
const withoutKeys: readonly Operator[] = ['contains', 'startswith', 'exists']

/** Operators that parameters cannot use inside repeats. */
export const notInRepeats: readonly Operator[] = [
  'in',
  'lt',
  'lte',
  'gt',
  'gte',
  'contains',
  'has',
  'hasall',
]

function sortLocated(
  located: Located | undefined,
  model: Model,
  operation: Positive,
  leaves: Leaf[],
  leaps: Map<number, Leap>,
): CodedMessage | undefined {
  if (!located) return unknown
  if (located.kind === 'closed') return closed
  const { field, isInRepeat, isShared } = located
  const isMany = isInRepeat || isList(field)
  const target = { fieldId: field.id, modelIds: [model.id], isShared, ...(isMany && { isMany }) }
  if (located.kind === 'hop') {
    if (isInRepeat) return insideRepeat
    const leap = leaps.get(located.rest.length) ?? { rest: located.rest, targets: [], fields: [] }
    leaps.set(located.rest.length, leap)
    addTarget(leap.targets, target)
    leap.fields.push(field)
    return undefined
  }
  if (!factsOf(field.type).operators.includes(operation.operator)) return wrongOperator
  if (isInRepeat && notInRepeats.includes(operation.operator)) return insideRepeat
  if (withoutKeys.includes(operation.operator)) {
    leaves.push({ target, field, keys: [], fault: undefined })
    return undefined
  }
  const keys = operandKeys(field, operation)
  const fault = keys.length < operation.operands.length ? operandFault(field) : undefined
  if (fault && (keys.length === 0 || operation.operator === 'hasall')) return fault
  leaves.push({ target, field, keys, fault })
  return undefined
}

/** Whether a value of the field has several keys. */
function isList(field: Field): boolean {
  return factsOf(field.type).operators.includes('has')
}

function operandKeys(field: Field, { positive, operands }: Positive): string[] {
  const type = fieldTypeOf(field)
  return operands.flatMap((operand) => type.operand?.(operand, positive) ?? [])
}

function operandFault(field: Field): CodedMessage {
  return fieldTypeOf(field).operandNeeds ?? malformed
}

function comparisonOf(operator: Operator): Comparison | undefined {
  return operator === 'lt' || operator === 'lte' || operator === 'gt' || operator === 'gte'
    ? operator
    : undefined
}

/** Conditions of which one must match. */
function leafConditions(leaves: readonly Leaf[], { positive, operands }: Positive): Condition[] {
  const targets: FieldTarget[] = []
  for (const { target } of leaves) addTarget(targets, target)
  switch (positive) {
    case 'contains':
    case 'startswith':
      return targets.length === 0 ? [] : [textCondition(targets, positive, operands)]
    case 'exists':
      return keyConditions(leaves, () => isKnown)
    case 'hasall':
      return leaves.length === 0 ? [] : [allOf(operands.map((_, index) => hasKey(leaves, index)))]
    default: {
      const comparison = comparisonOf(positive)
      return keyConditions(leaves, ({ keys }) =>
        comparison
          ? { kind: 'range', bounds: [{ comparison, key: keys[0] ?? '' }] }
          : { kind: 'oneOf', keys },
      )
    }
  }
}

/** Every keyword must match. */
function textCondition(
  targets: readonly FieldTarget[],
  operator: Operator,
  keywords: readonly string[],
): Condition {
  const isStart = operator === 'startswith'
  return allOf(
    keywords.map((keyword) => ({ kind: 'text', targets, keyword, ...(isStart && { isStart }) })),
  )
}

function hasKey(leaves: readonly Leaf[], index: number): Condition {
  return anyOf(keyConditions(leaves, ({ keys }) => ({ kind: 'oneOf', keys: [keys[index] ?? ''] })))
}

/** References match by the ids of visible items, other fields by their keys. */
function keyConditions(leaves: readonly Leaf[], testOf: (leaf: Leaf) => KeyTest): Condition[] {
  const references: FieldTarget[] = []
  const keys: KeyTarget[] = []
  const ids = new Set<number>()
  let isAnyItem = false
  for (const leaf of leaves) {
    const test = testOf(leaf)
    if (targetModels(leaf.field)) {
      // Invisible targets are shown as null, so they must not be found by id either.
      addTarget(references, leaf.target)
      if (test.kind !== 'oneOf') isAnyItem = true
      else for (const key of test.keys) ids.add(Number(key))
    } else addTarget(keys, { ...leaf.target, test })
  }
  const conditions: Condition[] = []
  if (keys.length > 0) conditions.push({ kind: 'keys', targets: keys })
  if (references.length > 0)
    conditions.push({ kind: 'refers', targets: references, ids: isAnyItem ? null : [...ids] })
  return conditions
}

/** Models that share a field set share its fields, so one target covers all of them. */
function addTarget<Target extends FieldTarget>(targets: Target[], target: Target): void {
  const at = targets.findIndex(({ fieldId }) => fieldId === target.fieldId)
  const same = targets[at]
  if (same) targets[at] = { ...same, modelIds: [...same.modelIds, ...target.modelIds] }
  else targets.push(target)
}

function resolveLeap(
  { rest, targets, fields }: Leap,
  operation: Positive,
  hops: number,
  context: FilterContext,
): Condition | CodedMessage {
  if (hops === maxHops) return tooManyHops
  const { schema, reached } = context
  const models = reachable(fields, schema)
  const inner = resolve(models, rest, operation, hops + 1, context)
  if (isFault(inner)) return inner
  for (const model of models) reached.add(model.id)
  return { kind: 'through', targets, inner: inner.condition }
}

function reachable(fields: readonly Field[], schema: Schema): readonly Model[] {
  const ids = new Set<number>()
  for (const field of fields) {
    const target = targetModels(field)
    if (target?.ids === null) return schema.root.models
    for (const id of target?.ids ?? []) ids.add(id)
  }
  return schema.root.models.filter(({ id }) => ids.has(id))
}

function resolveSystem(
  name: string,
  models: readonly Model[],
  { operator, positive, operands }: Positive,
  { schema }: FilterContext,
): Condition | CodedMessage {
  const property = systemProperty(name)
  if (!property) return unknown
  if (!property.operators.includes(operator)) return wrongOperator
  if (positive === 'contains' || positive === 'startswith')
    return textCondition(titleTargets(models), positive, operands)
  const condition = property.condition(positive, operands, { schema, models })
  return condition ?? property.operandNeeds ?? malformed
}
