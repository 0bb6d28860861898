/** Combines conditions, in the form from which the most can be read with an index. */
import { absenceOf, isAbsence } from './index-key.ts'
import type { Condition, FieldTarget, KeyTest } from './tree.ts'

export const always: Condition = { kind: 'all', of: [] }

export function allOf(conditions: readonly Condition[]): Condition {
  const parts = conditions.flatMap(partsOf)
  return onlyOne(parts) ?? { kind: 'all', of: parts }
}

export function anyOf(conditions: readonly Condition[]): Condition {
  const parts = conditions
    .flatMap((condition) => (condition.kind === 'any' ? condition.of : [condition]))
    .filter(({ kind }) => kind !== 'never')
  if (parts.length === 0) return { kind: 'never' }
  return onlyOne(parts) ?? { kind: 'any', of: parts }
}

/** The conditions that must all match. */
export function partsOf(condition: Condition): readonly Condition[] {
  return condition.kind === 'all' ? condition.of.flatMap(partsOf) : [condition]
}

/** The exact complement. */
export function negated(condition: Condition): Condition {
  switch (condition.kind) {
    case 'not':
      return condition.of
    case 'all':
      return anyOf(condition.of.map(negated))
    case 'any':
      return allOf(condition.of.map(negated))
    case 'never':
      return always
    case 'timeKnown':
      return { ...condition, isKnown: !condition.isKnown }
    default:
      return { kind: 'not', of: condition }
  }
}

/**
 * The complement for items of some models, in a form that an index supports if all of them have the fields:
 * an item without a value has a key for that.
 */
export function negatedIn(modelIds: readonly number[], condition: Condition): Condition {
  const opposite = negated(condition)
  if (opposite.kind !== 'not' || !('targets' in opposite.of)) return opposite
  const { of } = opposite
  const covered = new Set(of.targets?.flatMap((target) => target.modelIds))
  if (!modelIds.every((id) => covered.has(id))) return opposite
  if (of.kind === 'keys' && of.targets.every(({ test }) => isAny(test))) return absent(of.targets)
  // An absence has no absence of its own that an index could lead to.
  const isOfAbsence = of.targets?.some(({ fieldId }) => isAbsence(fieldId))
  return isOfAbsence ? opposite : { ...opposite, isOfFields: true }
}

/** One of the fields is in the model of the item, and has no value. */
export function absent(targets: readonly FieldTarget[]): Extract<Condition, { kind: 'keys' }> {
  return {
    kind: 'keys',
    targets: targets.map(({ fieldId, modelIds, isShared }) => ({
      fieldId: absenceOf(fieldId),
      modelIds,
      isShared,
      test: { kind: 'oneOf', keys: [''] },
    })),
  }
}

/** Every key passes. */
export const isKnown: KeyTest = { kind: 'range', bounds: [{ comparison: 'gte', key: '' }] }

function isAny(test: KeyTest): boolean {
  if (test.kind !== 'range') return false
  return test.bounds.every(({ comparison, key }) => comparison === 'gte' && key === '')
}

function onlyOne(conditions: readonly Condition[]): Condition | undefined {
  return conditions.length === 1 ? conditions[0] : undefined
}
