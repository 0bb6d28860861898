/** Conditions on the field at the end of a path. */
import type { Field, Model } from '@octavo/schema/definitions.ts'
import { factsOf } from '@octavo/schema/field-types.ts'
import type { Operator } from '@octavo/schema/operators.ts'
import { say, type CodedMessage } from '@octavo/schema/problems.ts'
import { fieldTypeOf } from '../fields/registry.ts'
import { targetModels } from './locate.ts'
import { allOf, anyOf, isKnown } from './logic.ts'
import type { Comparison, Condition, FieldTarget, KeyTarget, KeyTest } from './tree.ts'

/** A text, as in a parameter, or a JSON value. */
export type Operand = string | number | boolean

/** A comparison with operands; keywords are folded. */
export interface Comparing {
  readonly operator: Operator
  /** The operator to test with; `operator` is the one that the field must allow. */
  readonly positive: Operator
  readonly operands: readonly Operand[]
  /** Whether the operands are JSON values, which must have the type of the field. */
  readonly isJson: boolean
}

export interface Leaf {
  readonly target: FieldTarget
  readonly field: Field
  readonly model: Model
  /** The repeat that the field is in. */
  readonly repeat: Field | null
  /** The keys to compare with. */
  readonly keys: readonly string[]
  /** The problem with some operands. The others are used if a field of another type accepts all of them. */
  readonly fault: CodedMessage | undefined
}

/** Operators that do not compare keys with operands. */
const withoutKeys: readonly Operator[] = ['contains', 'startswith', 'exists']

/** The keys of the operands, and the problem with some of them. */
export function operandKeys(field: Field, comparing: Comparing): Pick<Leaf, 'keys' | 'fault'> {
  const { operator, positive, operands } = comparing
  if (withoutKeys.includes(operator)) return { keys: [], fault: undefined }
  const { operand, operandNeeds } = fieldTypeOf(field)
  const { operandType } = factsOf(field.type)
  const fitting = operands.filter((one) => isOfType(one, operandType, comparing))
  const keys = fitting.flatMap((one) => operand?.(String(one), positive) ?? [])
  const isOther = fitting.length < operands.length
  const needed = operandNeeds ?? say(isOther ? 'notText' : 'filterMalformed')
  return { keys, fault: keys.length < operands.length ? needed : undefined }
}

export function isOfType(
  operand: Operand,
  type: 'number' | 'boolean' | undefined,
  { isJson }: Pick<Comparing, 'isJson'>,
): boolean {
  return !isJson || typeof operand === (type ?? 'string')
}

/** Conditions of which one must match. */
export function leafConditions(leaves: readonly Leaf[], comparing: Comparing): Condition[] {
  if (leaves.length === 0) return []
  const { positive, operands } = comparing
  switch (positive) {
    case 'contains':
    case 'startswith':
      return [
        textCondition(
          targetsOf(leaves),
          leaves.map(({ field }) => field),
          comparing,
        ),
      ]
    case 'exists':
      return keyConditions(leaves, () => isKnown)
    case 'hasall':
      return hasAll(leaves, operands.length)
    default: {
      const comparison = comparisonOf(positive)
      // Without a value to compare with, nothing matches.
      const compared = leaves.filter(({ keys }) => keys.length > 0)
      return keyConditions(compared, ({ keys }) =>
        comparison
          ? { kind: 'range', bounds: [{ comparison, key: keys[0] ?? '' }] }
          : { kind: 'oneOf', keys: [...new Set(keys)] },
      )
    }
  }
}

function comparisonOf(operator: Operator): Comparison | undefined {
  return operator === 'lt' || operator === 'lte' || operator === 'gt' || operator === 'gte'
    ? operator
    : undefined
}

/** Every keyword must match. */
export function textCondition(
  targets: readonly FieldTarget[],
  fields: readonly Field[],
  { positive, operands }: Comparing,
): Condition {
  const isStart = positive === 'startswith'
  const isKeyed = isStart && fields.every((field) => fieldTypeOf(field).indexKeys)
  return allOf(
    operands.map((keyword) => ({
      kind: 'text',
      targets,
      keyword: String(keyword),
      ...(isStart && { isStart }),
      ...(isKeyed && { isKeyed }),
    })),
  )
}

/** One value must have all keys: in a repeat, that of one entry. Without keys, every value has them. */
function hasAll(leaves: readonly Leaf[], count: number): Condition[] {
  const byRepeat = Map.groupBy(leaves, ({ repeat }) => repeat)
  return Array.from(byRepeat, ([repeat, some]) => {
    const inner = allOf(Array.from({ length: count }, (_, index) => hasKey(some, index)))
    if (!repeat) {
      const modelIds = new Set(some.map(({ model }) => model.id))
      return count === 0 ? { kind: 'model', ids: [...modelIds] } : inner
    }
    const targets = some.map(({ target }) => ({ target: { ...target, fieldId: repeat.id } }))
    return { kind: 'entry', targets: targetsOf(targets), inner }
  })
}

function hasKey(leaves: readonly Leaf[], index: number): Condition {
  return anyOf(keyConditions(leaves, ({ keys }) => ({ kind: 'oneOf', keys: [keys[index] ?? ''] })))
}

/** References match by the ids of visible items, other fields by their keys. */
function keyConditions(leaves: readonly Leaf[], testOf: (leaf: Leaf) => KeyTest): Condition[] {
  const references: FieldTarget[] = []
  const media: FieldTarget[] = []
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
    } else if (fieldTypeOf(leaf.field).isMedia) addTarget(media, leaf.target)
    else addTarget(keys, { ...leaf.target, test })
  }
  const conditions: Condition[] = []
  if (keys.length > 0) conditions.push({ kind: 'keys', targets: keys })
  if (media.length > 0) conditions.push({ kind: 'shows', targets: media })
  if (references.length > 0)
    conditions.push({ kind: 'refers', targets: references, ids: isAnyItem ? null : [...ids] })
  return conditions
}

export function targetsOf(leaves: readonly Pick<Leaf, 'target'>[]): FieldTarget[] {
  const targets: FieldTarget[] = []
  for (const { target } of leaves) addTarget(targets, target)
  return targets
}

/** Models that share a field set share its fields, so one target covers all of them. */
export function addTarget<Target extends FieldTarget>(targets: Target[], target: Target): void {
  const at = targets.findIndex(({ fieldId }) => fieldId === target.fieldId)
  const same = targets[at]
  if (same) targets[at] = { ...same, modelIds: [...same.modelIds, ...target.modelIds] }
  else targets.push(target)
}
