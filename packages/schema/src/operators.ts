/** Filter operators: `title[eq]=…`. */
export const operators = [
  'eq',
  'ne',
  'in',
  'nin',
  'lt',
  'lte',
  'gt',
  'gte',
  'contains',
  'startswith',
  'has',
  'hasany',
  'hasall',
  'exists',
] as const
export type Operator = (typeof operators)[number]

/** Operators whose value is a list, separated by commas in a parameter. */
export const listOperators = [
  'in',
  'nin',
  'hasany',
  'hasall',
] as const satisfies readonly Operator[]
