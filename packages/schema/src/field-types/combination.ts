import type { FieldTypeFacts } from './field-type.ts'

/** Any number of entries, each with the fields of one of the field sets that the field allows. */
export const combination = {
  label: { en: 'Combination', ja: '組み合わせ' },
  about: {
    en: 'Blocks of different kinds, in any order',
    ja: '種類の違うブロックを自由な順で並べる',
  },
  allowedIn: ['model'],
  operators: ['exists'],
  isSortable: false,
  settings: { fieldSets: 'fieldSets' },
} as const satisfies FieldTypeFacts
