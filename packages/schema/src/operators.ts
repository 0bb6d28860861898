/** Filter operators: `title[eq]=…`. */
export const operators = ['eq', 'in', 'lt', 'lte', 'gt', 'gte', 'contains', 'has'] as const
export type Operator = (typeof operators)[number]
