/** Converts one filter to conditions: names to ids, operands to keys. */
import type { Field, Model } from '@octavo/schema/definitions.ts'
import { factsOf, statuses } from '@octavo/schema/field-types.ts'
import type { Operator } from '@octavo/schema/operators.ts'
import { say, type CodedMessage } from '@octavo/schema/problems.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { fieldTypeOf } from '../fields/registry.ts'
import { changeable } from './changeable.ts'
import {
  addTarget,
  isOfType,
  leafConditions,
  operandKeys,
  targetsOf,
  textCondition,
  type Comparing,
  type Leaf,
  type Operand,
} from './leaf-conditions.ts'
import { isList, locate, reachableModels, targetModels, type Located } from './locate.ts'
import { allOf, always, anyOf, negated, negatedIn } from './logic.ts'
import { systemProperty, titleTargets } from './system-properties.ts'
import type { Condition, FieldTarget } from './tree.ts'

export const maxHops = 3

export interface FilterContext {
  readonly schema: Schema
  /** Collects the models that paths can reach. */
  readonly reached: Set<number>
}

/** What a path starts from. */
export interface Place {
  /** The listed item, the target of a reference, or an entry of a repeat. */
  readonly kind: 'item' | 'target' | 'entry'
  /** The possible models; for an entry, with the fields of the entry. */
  readonly models: readonly Model[]
  /** Number of references that led here. */
  readonly hops: number
}

const malformed = say('filterMalformed')
const wrongOperator = say('filterOperator')
const notList = say('filterNotList')
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
  notList,
  insideRepeat,
  tooManyHops,
  closed,
  unknown,
]

export interface Filter {
  readonly path: readonly string[]
  readonly operator: Operator
  readonly operands: readonly Operand[]
  readonly isJson: boolean
}

/** A condition on an entry of a list. */
export interface ListFilter {
  readonly path: readonly string[]
  readonly operator: '$some' | '$none' | '$every'
  /** The condition on one entry. */
  readonly inner: (place: Place) => Condition
}

/** The operators whose condition is negated, with the opposite. */
const opposites: { readonly [Name in Operator]?: Operator } = { ne: 'eq', nin: 'in' }

/** The condition, or the problem. */
export function resolveFilter(
  filter: Filter,
  place: Place,
  context: FilterContext,
): Condition | CodedMessage {
  const { operator, operands, isJson } = filter
  const opposite = opposites[operator]
  const isAbsence = operator === 'exists' && String(operands[0]) === 'false'
  const comparing = { operator, positive: opposite ?? operator, operands, isJson }
  const found = resolve(place, filter.path, comparing, context)
  if (isFault(found)) return found
  return opposite || isAbsence ? without(found, place, context.schema) : found.condition
}

/** The same for a condition on an entry. */
export function resolveList(
  { path, operator, inner }: ListFilter,
  place: Place,
  context: FilterContext,
): Condition | CodedMessage {
  const entry = operator === '$every' ? (one: Place): Condition => negated(inner(one)) : inner
  const found = resolve(place, path, { entry }, context)
  if (isFault(found) || operator === '$some') return isFault(found) ? found : found.condition
  return without(found, place, context.schema)
}

/** Items that do not match. An item whose model lacks the field matches neither. */
function without({ condition, modelIds }: Resolved, place: Place, schema: Schema): Condition {
  // The keys of an entry have no index of their own.
  const indexed = place.kind === 'entry' ? [] : modelIds
  const others = complement(condition, indexed, schema)
  const isEvery = place.kind !== 'target' && modelIds.length === place.models.length
  // Only items that have the field have keys.
  const hasField: Condition =
    isEvery || others.kind === 'keys' ? always : { kind: 'model', ids: modelIds }
  return allOf([hasField, others])
}

/** Names the other models, spaces or statuses, which narrow the list. */
function complement(
  condition: Condition,
  modelIds: readonly number[],
  { root }: Schema,
): Condition {
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
      return modelIds.length > 0 ? negatedIn(modelIds, condition) : negated(condition)
  }
}

/** A test of the field at the end of a path: a comparison, or a condition on an entry of its list. */
type Test = Comparing | { readonly entry: (place: Place) => Condition }

interface Resolved {
  readonly condition: Condition
  /** The models that have the path. */
  readonly modelIds: readonly number[]
}

function isFault(found: object): found is CodedMessage {
  return 'message' in found
}

function resolve(
  place: Place,
  path: readonly string[],
  test: Test,
  context: FilterContext,
): Resolved | CodedMessage {
  const { models } = place
  const [name = ''] = path
  if (path.length === 1 && name.startsWith('_') && place.kind !== 'entry') {
    const condition = resolveSystem(name, models, test, context)
    return isFault(condition) ? condition : { condition, modelIds: models.map(({ id }) => id) }
  }
  const seen = new Set<CodedMessage>()
  const leaves: Leaf[] = []
  const leaps = new Map<number, Leap>()
  const having: number[] = []
  for (const model of models) {
    const located = locate(model, path, context.schema)
    if (located?.kind === 'field') having.push(model.id)
    const fault = sortLocated(located, model, place, test, leaves, leaps)
    if (fault) seen.add(fault)
  }
  const fields = leaves.map(({ field }) => field)
  for (const { id } of reachableModels(fields, context.schema)) context.reached.add(id)
  if (fields.some((field) => fieldTypeOf(field).isMedia)) context.reached.add(changeable.media)
  for (const { fault } of leaves) if (fault) seen.add(fault)
  const through: Condition[] = []
  for (const leap of leaps.values()) {
    const inner = resolveLeap(leap, place, test, context)
    if (isFault(inner)) seen.add(inner)
    else {
      through.push(inner)
      having.push(...leap.targets.flatMap(({ modelIds }) => modelIds))
    }
  }
  if (through.length === 0 && leaves.every(({ fault }) => fault)) return mostSpecific(seen)
  const own =
    'entry' in test
      ? listConditions(leaves, place, test.entry, context)
      : leafConditions(leaves, test)
  return { condition: anyOf([...own, ...through]), modelIds: having }
}

function mostSpecific(seen: ReadonlySet<CodedMessage>): CodedMessage {
  const ofOperands = seen.values().find((fault) => !generalFaults.includes(fault))
  return ofOperands ?? generalFaults.find((fault) => seen.has(fault)) ?? unknown
}

interface Leap {
  readonly rest: readonly string[]
  readonly targets: FieldTarget[]
  readonly fields: Field[]
}

/** Operators that parameters cannot use inside repeats. */
export const notInRepeats: readonly Operator[] = ['in', 'lt', 'lte', 'gt', 'gte', 'contains', 'has']

function sortLocated(
  located: Located | undefined,
  model: Model,
  place: Place,
  test: Test,
  leaves: Leaf[],
  leaps: Map<number, Leap>,
): CodedMessage | undefined {
  if (!located) return unknown
  if (located.kind === 'closed') return closed
  const { field, repeat, isShared } = located
  const isMany = repeat !== null || place.kind === 'entry' || isList(field)
  const target = { fieldId: field.id, modelIds: [model.id], isShared, ...(isMany && { isMany }) }
  const isParameter = 'operator' in test && !test.isJson
  if (located.kind === 'hop') {
    if (repeat && isParameter) return insideRepeat
    const leap = leaps.get(located.rest.length) ?? { rest: located.rest, targets: [], fields: [] }
    leaps.set(located.rest.length, leap)
    addTarget(leap.targets, target)
    leap.fields.push(field)
    return undefined
  }
  if ('entry' in test) {
    if (!isRepeat(field) && !(targetModels(field) && isList(field))) return notList
    leaves.push({ target, field, model, repeat, keys: [], fault: undefined })
    return undefined
  }
  const { operator } = test
  if (!factsOf(field.type).operators.includes(operator)) return wrongOperator
  if (repeat && isParameter && notInRepeats.includes(operator)) return insideRepeat
  const { keys, fault } = operandKeys(field, test)
  if (fault && (keys.length === 0 || operator === 'hasall')) return fault
  leaves.push({ target, field, model, repeat, keys, fault })
  return undefined
}

function isRepeat(field: Field): boolean {
  return fieldTypeOf(field).nested?.reach === 'many'
}

/** Conditions on an entry of a repeat, or on a target of a list of references. */
function listConditions(
  leaves: readonly Leaf[],
  { hops }: Place,
  entry: (place: Place) => Condition,
  { schema }: FilterContext,
): Condition[] {
  const repeats = leaves.filter(({ field }) => isRepeat(field))
  const references = leaves.filter(({ field }) => !isRepeat(field))
  const conditions: Condition[] = []
  if (repeats.length > 0) {
    const models = repeats.map(({ model, field }) => ({
      ...model,
      fields: [...(fieldTypeOf(field).nested?.fields(field, schema) ?? [])],
    }))
    const inner = entry({ kind: 'entry', models, hops })
    conditions.push({ kind: 'entry', targets: targetsOf(repeats), inner })
  }
  if (references.length > 0) {
    const models = reachableModels(
      references.map(({ field }) => field),
      schema,
    )
    const inner = entry({ kind: 'target', models, hops: hops + 1 })
    conditions.push({ kind: 'through', targets: targetsOf(references), inner })
  }
  return conditions
}

function resolveLeap(
  { rest, targets, fields }: Leap,
  { hops }: Place,
  test: Test,
  context: FilterContext,
): Condition | CodedMessage {
  if (hops >= maxHops) return tooManyHops
  const { schema, reached } = context
  const models = reachableModels(fields, schema)
  const inner = resolve({ kind: 'target', models, hops: hops + 1 }, rest, test, context)
  if (isFault(inner)) return inner
  for (const model of models) reached.add(model.id)
  return { kind: 'through', targets, inner: inner.condition }
}

function titleCondition(models: readonly Model[], test: Comparing, schema: Schema): Condition {
  const targets = titleTargets(models)
  const fields = targets.flatMap(({ fieldId }) => schema.fieldById.get(fieldId) ?? [])
  return textCondition(targets, fields, test)
}

function resolveSystem(
  name: string,
  models: readonly Model[],
  test: Test,
  { schema }: FilterContext,
): Condition | CodedMessage {
  const property = systemProperty(name)
  if (!property) return unknown
  if ('entry' in test) return notList
  const { operator, positive, operands } = test
  if (!property.operators.includes(operator)) return wrongOperator
  if (positive === 'contains' || positive === 'startswith')
    return titleCondition(models, test, schema)
  const isFitting = operands.every((one) => isOfType(one, property.operandType, test))
  if (operator !== 'exists' && !isFitting) return property.operandNeeds ?? say('notText')
  const condition = property.condition(positive, operands.map(String), { schema, models })
  return condition ?? property.operandNeeds ?? malformed
}
