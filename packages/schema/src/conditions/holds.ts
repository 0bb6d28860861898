/** Evaluates a condition on values in memory, with the meaning that filters have. */
import type { Field } from '../definitions.ts'
import { fold } from '../fold.ts'
import type { Operator } from '../operators.ts'
import type { Clause, Condition, Operand } from './condition.ts'

/** Access to values: the server stores them by id, Studio by LUID. */
export interface ValueReading<Values> {
  readonly fieldById: ReadonlyMap<number, Field>
  read(values: Values, field: Field): unknown
}

export function holds<Values>(
  condition: Condition,
  values: Values,
  reading: ValueReading<Values>,
): boolean {
  return condition.every((clause) => clauseHolds(clause, values, reading))
}

function clauseHolds<Values>(
  clause: Clause,
  values: Values,
  reading: ValueReading<Values>,
): boolean {
  if ('and' in clause) return clause.and.every((one) => holds(one, values, reading))
  if ('or' in clause) return clause.or.some((one) => holds(one, values, reading))
  if ('not' in clause) return !holds(clause.not, values, reading)
  const { found, field } = follow(clause.path, values, reading)
  if ('each' in clause) {
    const entries = found.flatMap((list) => (Array.isArray(list) ? (list as Values[]) : []))
    const isMatch = (entry: Values): boolean => holds(clause.of, entry, reading)
    if (clause.each === 'every') return entries.every(isMatch)
    return entries.some(isMatch) === (clause.each === 'some')
  }
  return field !== undefined && testHolds(found, field, clause.operator, clause.value)
}

/** The values at the end of a path: one, or one for each entry of a repeat on it. */
function follow<Values>(
  path: readonly number[],
  values: Values,
  { fieldById, read }: ValueReading<Values>,
): { found: unknown[]; field: Field | undefined } {
  let owners: Values[] = [values]
  let field: Field | undefined
  let found: unknown[] = []
  for (const id of path) {
    field = fieldById.get(id)
    if (!field) return { found: [], field }
    const here = field
    found = owners.map((owner) => read(owner, here))
    owners = found.flatMap((value) => {
      if (here.type === 'repeat') return Array.isArray(value) ? (value as Values[]) : []
      return [(value ?? {}) as Values]
    })
  }
  return { found, field }
}

function testHolds(
  found: readonly unknown[],
  field: Field,
  operator: Operator,
  operand: Operand,
): boolean {
  const isAny = (test: (value: unknown) => boolean): boolean => found.some(test)
  const listed = Array.isArray(operand) ? operand : [operand]
  switch (operator) {
    case 'exists':
      return isAny((value) => !isEmpty(value)) === operand
    case 'eq':
    case 'in':
      return isAny((value) => listed.some((one) => isEqual(value, one, field)))
    case 'ne':
    case 'nin':
      return !isAny((value) => listed.some((one) => isEqual(value, one, field)))
    case 'contains':
      return isAny((value) => folded(value)?.includes(fold(String(operand))) ?? false)
    case 'startswith':
      return isAny((value) => folded(value)?.startsWith(fold(String(operand))) ?? false)
    case 'has':
    case 'hasany':
      return isAny((value) => listed.some((one) => includes(value, one)))
    case 'hasall':
      return isAny((value) => listed.every((one) => includes(value, one)))
    default:
      return isAny((value) => !isEmpty(value) && isOrdered(value, operand, field, operator))
  }
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

function folded(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? fold(value) : undefined
}

function includes(value: unknown, one: unknown): boolean {
  return Array.isArray(value) && value.includes(one)
}

function isEqual(value: unknown, operand: unknown, { type }: Field): boolean {
  if (type === 'boolean') return (value === true) === operand
  return !isEmpty(value) && value === operand
}

function isOrdered(value: unknown, operand: Operand, { type }: Field, operator: Operator): boolean {
  const [left, right] = [value, operand].map((one) => comparable(one, type))
  if (left === undefined || right === undefined) return false
  if (operator === 'lt') return left < right
  if (operator === 'lte') return left <= right
  return operator === 'gt' ? left > right : left >= right
}

function comparable(value: unknown, type: Field['type']): number | string | undefined {
  if (type === 'datetime' && typeof value === 'string') return Date.parse(value)
  return typeof value === 'number' || typeof value === 'string' ? value : undefined
}
