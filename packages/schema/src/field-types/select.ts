import type { FieldTypeFacts } from './field-type.ts'

/** One of the field's options, by its value. */
export const select = {
  label: { en: 'Single select', ja: '単一選択' },
  about: { en: 'One option from a list', ja: 'リストから 1 つ選ぶ' },
  operators: ['eq', 'ne', 'in', 'nin', 'exists'],
  isSortable: true,
  facet: 'text',
  hasPlaceholder: true,
  settings: { options: 'options', default: 'optionDefault' },
} as const satisfies FieldTypeFacts
