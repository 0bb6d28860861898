import type { FieldTypeFacts } from './field-type.ts'

/** Any number of entries that all have the field's own inner fields. */
export const repeat = {
  label: { en: 'Repeat', ja: '繰り返し' },
  about: { en: 'The same few fields, as often as needed', ja: '同じフィールドの組を必要な数だけ' },
  allowedIn: ['model', 'field set'],
  operators: ['exists'],
  isSortable: false,
  settings: {},
} as const satisfies FieldTypeFacts
