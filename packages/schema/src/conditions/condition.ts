/** A condition on the values of an item or entry. Fields are named by id, so that renames do not matter. */
import type { Operator } from '../operators.ts'

/** All clauses must hold. */
export type Condition = Clause[]

export type Clause =
  | { path: number[]; operator: Operator; value: Operand }
  | { path: number[]; each: Quantifier; of: Condition }
  | { and: Condition[] }
  | { or: Condition[] }
  | { not: Condition }

export type Operand = string | number | boolean | (string | number)[]

export const quantifiers = ['some', 'none', 'every'] as const
export type Quantifier = (typeof quantifiers)[number]

/** A condition as files write it: keys are paths of LUIDs, or `$and`, `$or`, `$not`. */
export type Where = { [key: string]: unknown }

/** The condition as files write it. */
export function whereOf(condition: Condition, luidOf: (fieldId: number) => string): Where {
  // Without a prototype: a field can be named `constructor`.
  const where = Object.create(null) as Where
  for (const clause of condition) {
    if ('and' in clause) where['$and'] = clause.and.map((one) => whereOf(one, luidOf))
    else if ('or' in clause) where['$or'] = clause.or.map((one) => whereOf(one, luidOf))
    else if ('not' in clause) where['$not'] = whereOf(clause.not, luidOf)
    else {
      const tests = (where[clause.path.map(luidOf).join('.')] ??= {}) as Where
      if ('each' in clause) tests[`$${clause.each}`] = whereOf(clause.of, luidOf)
      else tests[clause.operator] = clause.value
    }
  }
  return where
}

/** Ids of the first field of each path. */
export function fieldsIn(condition: Condition): number[] {
  return condition.flatMap((clause): number[] => {
    if ('and' in clause) return clause.and.flatMap(fieldsIn)
    if ('or' in clause) return clause.or.flatMap(fieldsIn)
    if ('not' in clause) return fieldsIn(clause.not)
    return clause.path.slice(0, 1)
  })
}
