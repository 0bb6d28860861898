/** Converts one filter parameter to conditions: names to ids, operands to keys. */
import type { Field, Model } from '@octavo/schema/definitions.ts'
import { factsOf } from '@octavo/schema/field-types.ts'
import type { Operator } from '@octavo/schema/operators.ts'
import { say, type CodedMessage } from '@octavo/schema/problems.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { fieldTypeOf } from '../fields/registry.ts'
import { locate, targetModels, type Located } from './locate.ts'
import type { FilterParameter } from './parameters.ts'
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

/** The operator of a filter with its operands. */
interface Operation {
  readonly operator: Operator
  readonly operands: readonly string[]
}

/** The condition, or the problem. */
export function resolveFilter(
  { path, operator }: FilterParameter,
  operands: readonly string[],
  models: readonly Model[],
  context: FilterContext,
): Condition | CodedMessage {
  return resolve(models, path, { operator, operands }, 0, context)
}

function isFault(found: Condition | CodedMessage): found is CodedMessage {
  return 'message' in found
}

function resolve(
  models: readonly Model[],
  path: readonly string[],
  operation: Operation,
  hops: number,
  context: FilterContext,
): Condition | CodedMessage {
  const [name = ''] = path
  if (path.length === 1 && name.startsWith('_'))
    return resolveSystem(name, models, operation, context)
  const seen = new Set<CodedMessage>()
  const leaves: Leaf[] = []
  const leaps = new Map<number, Leap>()
  for (const model of models) {
    const located = locate(model, path, context.schema)
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
    else through.push(inner)
  }
  if (through.length === 0 && leaves.every(({ fault }) => fault)) return mostSpecific(seen)
  const conditions = [...leafConditions(leaves, operation, context), ...through]
  const [only] = conditions
  return only && conditions.length === 1 ? only : { kind: 'any', of: conditions }
}

function mostSpecific(seen: ReadonlySet<CodedMessage>): CodedMessage {
  const ofOperands = seen.values().find((fault) => !generalFaults.includes(fault))
  return ofOperands ?? generalFaults.find((fault) => seen.has(fault)) ?? unknown
}

interface Leaf {
  readonly target: FieldTarget
  readonly field: Field
  /** Undefined for `contains`, which has keywords. */
  readonly test: KeyTest | undefined
  /** The problem with some operands. The others are used if a field of another type accepts all of them. */
  readonly fault: CodedMessage | undefined
}

interface Leap {
  readonly rest: readonly string[]
  readonly targets: FieldTarget[]
  readonly fields: Field[]
}

function sortLocated(
  located: Located | undefined,
  model: Model,
  operation: Operation,
  leaves: Leaf[],
  leaps: Map<number, Leap>,
): CodedMessage | undefined {
  if (!located) return unknown
  if (located.kind === 'closed') return closed
  const { field, isInRepeat, isShared } = located
  const target = { fieldId: field.id, modelIds: [model.id], isShared }
  if (located.kind === 'hop') {
    if (isInRepeat) return insideRepeat
    const leap = leaps.get(located.rest.length) ?? { rest: located.rest, targets: [], fields: [] }
    leaps.set(located.rest.length, leap)
    addTarget(leap.targets, target)
    leap.fields.push(field)
    return undefined
  }
  if (!factsOf(field.type).operators.includes(operation.operator)) return wrongOperator
  if (isInRepeat && operation.operator !== 'eq') return insideRepeat
  if (operation.operator === 'contains') {
    leaves.push({ target, field, test: undefined, fault: undefined })
    return undefined
  }
  const keys = operandKeys(field, operation)
  const fault = keys.length < operation.operands.length ? operandFault(field) : undefined
  if (fault && keys.length === 0) return fault
  leaves.push({ target, field, test: keyTest(operation.operator, keys), fault })
  return undefined
}

function operandKeys(field: Field, { operator, operands }: Operation): string[] {
  const type = fieldTypeOf(field)
  return operands.flatMap((operand) => type.operand?.(operand, operator) ?? [])
}

function operandFault(field: Field): CodedMessage {
  return fieldTypeOf(field).operandNeeds ?? malformed
}

function keyTest(operator: Operator, keys: readonly string[]): KeyTest {
  const comparison = comparisonOf(operator)
  return comparison
    ? { kind: 'range', bounds: [{ comparison, key: keys[0] ?? '' }] }
    : { kind: 'oneOf', keys }
}

function comparisonOf(operator: Operator): Comparison | undefined {
  return operator === 'lt' || operator === 'lte' || operator === 'gt' || operator === 'gte'
    ? operator
    : undefined
}

function leafConditions(
  leaves: readonly Leaf[],
  { operator, operands }: Operation,
  { schema, reached }: FilterContext,
): Condition[] {
  const targets: FieldTarget[] = []
  const references: FieldTarget[] = []
  const keys: KeyTarget[] = []
  const ids = new Set<number>()
  for (const { target, field, test } of leaves) {
    if (!test) addTarget(targets, target)
    else if (targetModels(field) && test.kind === 'oneOf') {
      // Invisible targets are shown as null, so they must not be found by id either.
      addTarget(references, target)
      for (const model of reachable([field], schema)) reached.add(model.id)
      for (const key of test.keys) ids.add(Number(key))
    } else addTarget(keys, { ...target, test })
  }
  const conditions: Condition[] = []
  if (keys.length > 0) conditions.push({ kind: 'keys', targets: keys })
  if (references.length > 0) conditions.push({ kind: 'refers', targets: references, ids: [...ids] })
  if (targets.length > 0 && operator === 'contains') {
    conditions.push({ kind: 'text', targets, keyword: operands[0] ?? '' })
  }
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
  operation: Operation,
  hops: number,
  context: FilterContext,
): Condition | CodedMessage {
  if (hops === maxHops) return tooManyHops
  const { schema, reached } = context
  const models = reachable(fields, schema)
  const inner = resolve(models, rest, operation, hops + 1, context)
  if (isFault(inner)) return inner
  for (const model of models) reached.add(model.id)
  return { kind: 'through', targets, inner }
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
  { operator, operands }: Operation,
  { schema }: FilterContext,
): Condition | CodedMessage {
  const property = systemProperty(name)
  if (!property) return unknown
  if (!property.operators.includes(operator)) return wrongOperator
  if (operator === 'contains') {
    return { kind: 'text', targets: titleTargets(models), keyword: operands[0] ?? '' }
  }
  const condition = property.condition(operator, operands, { schema, models })
  return condition ?? property.operandNeeds ?? malformed
}
