import type { FieldTypeFacts } from './field-type.ts'

/** The fields of one field set, embedded in the model. */
export const fieldset = {
  label: { en: 'Field set', ja: 'フィールドセット' },
  about: {
    en: 'A group of fields shared by several models',
    ja: '複数のモデルで使い回すフィールドのまとまり',
  },
  allowedIn: ['model'],
  operators: [],
  isSortable: false,
  settings: {},
} as const satisfies FieldTypeFacts
