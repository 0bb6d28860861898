import type { FieldTypeFacts } from './field-type.ts'

/** A decimal number of at most 15 significant digits. */
export const number = {
  label: { en: 'Number', ja: '数値' },
  about: { en: 'A price, a count, a size', ja: '価格・個数・サイズなど' },
  operandType: 'number',
  operators: ['eq', 'ne', 'in', 'nin', 'lt', 'lte', 'gt', 'gte', 'exists'],
  isSortable: true,
  facet: 'number',
  hasPlaceholder: true,
  settings: {
    integer: 'integer',
    min: 'minNumber',
    max: 'maxNumber',
    step: 'step',
    unit: 'unit',
    unique: 'unique',
    default: 'numberDefault',
  },
  examples: [12, 0, -1],
} as const satisfies FieldTypeFacts
