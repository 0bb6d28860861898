import type { FieldTypeFacts } from './field-type.ts'

/** Another content item, by id. */
export const reference = {
  label: { en: 'Reference', ja: '参照' },
  about: { en: 'A link to another item', ja: 'ほかのコンテンツを指す' },
  operators: ['eq', 'ne', 'in', 'nin', 'exists'],
  operandType: 'number',
  isSortable: false,
  facet: 'id',
  settings: { models: 'models' },
} as const satisfies FieldTypeFacts
