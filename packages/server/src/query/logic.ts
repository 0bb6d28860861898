/** Combines conditions, in the form from which the most can be read with an index. */
import type { Condition, KeyTest } from './tree.ts'

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

/** Every key passes. */
export const isKnown: KeyTest = { kind: 'range', bounds: [{ comparison: 'gte', key: '' }] }

function onlyOne(conditions: readonly Condition[]): Condition | undefined {
  return conditions.length === 1 ? conditions[0] : undefined
}
