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

/**
 * Operators that work with the index keys of items from every earlier version. All others need keys that such
 * items lack until they are updated.
 */
export const firstOperators = [
  'eq',
  'in',
  'lt',
  'lte',
  'gt',
  'gte',
  'contains',
  'has',
] as const satisfies readonly Operator[]
