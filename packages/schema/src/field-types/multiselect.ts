import type { FieldTypeFacts } from './field-type.ts'

/** Several of the field's options, by their values. */
export const multiselect = {
  label: { en: 'Multi select', ja: '複数選択' },
  about: { en: 'Any number of options from a list', ja: 'リストから複数選ぶ' },
  operators: ['has', 'hasany', 'hasall', 'exists'],
  isSortable: false,
  facet: 'text',
  hasPlaceholder: true,
  settings: { options: 'options', default: 'optionsDefault' },
} as const satisfies FieldTypeFacts
